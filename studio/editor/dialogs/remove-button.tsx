import type { ReactNode } from 'react';
import { Button } from '../../parts/button.tsx';

interface RemoveButtonProps {
  part: { isNew: boolean; remove(): void };
  onClose: () => void;
  children: ReactNode;
}

/** Renders a button that removes the part of the text and closes its dialog; nothing for a new part. */
export function RemoveButton({ part, onClose, children }: RemoveButtonProps) {
  if (part.isNew) return null;
  return (
    <Button
      onClick={() => {
        part.remove();
        onClose();
      }}
    >
      {children}
    </Button>
  );
}
