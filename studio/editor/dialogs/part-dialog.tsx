import type { EditorDialog } from '../open-dialog.ts';
import { FootnoteDialog } from './footnote-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import { TableDialog } from './table-dialog.tsx';

/** Renders the dialog about a part of the text. */
export function PartDialog({ dialog, onClose }: { dialog: EditorDialog; onClose: () => void }) {
  switch (dialog.kind) {
    case 'link':
      return <LinkDialog part={dialog} onClose={onClose} />;
    case 'picture':
      return <PictureDialog part={dialog} onClose={onClose} />;
    case 'table':
      return <TableDialog part={dialog} onClose={onClose} />;
    case 'footnote':
      return <FootnoteDialog part={dialog} onClose={onClose} />;
  }
}
