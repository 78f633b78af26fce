import type { ComponentProps } from 'react';
import { CopyActions } from './copy-actions.tsx';
import { Notice } from './notice.tsx';
import { TextArea } from './text-field.tsx';

/** Announces what an action did. An address at the end of the text is in a field of its own, to be copied. */
export function AddressNotice({
  text,
  label,
  mail,
}: {
  text: string | undefined;
  label: string;
  mail?: ComponentProps<typeof CopyActions>['mail'];
}) {
  const [, words = text, address] = /^(.*?)(?: (https?:\S+))?$/.exec(text ?? '') ?? [];
  return (
    <Notice>
      {words && <p>{words}</p>}
      {address && (
        <>
          <TextArea label={label} value={address} rows={3} readOnly onFocus={(event) => event.currentTarget.select()} />
          <CopyActions text={address} mail={mail} />
        </>
      )}
    </Notice>
  );
}
