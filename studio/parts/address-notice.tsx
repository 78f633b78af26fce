import { Notice } from './notice.tsx';
import { TextField } from './text-field.tsx';

/** Announces what an action did. An address at the end of the text is in a field of its own, to be copied. */
export function AddressNotice({ text, label }: { text: string | undefined; label: string }) {
  const [, words = text, address] = /^(.*?)(?: (https?:\S+))?$/.exec(text ?? '') ?? [];
  return (
    <Notice>
      {words && <p>{words}</p>}
      {address && (
        <TextField label={label} value={address} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
      )}
    </Notice>
  );
}
