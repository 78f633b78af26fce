import { Notice } from './notice.tsx';
import { TextField } from './text-field.tsx';

/** Shows what an action did. An address at the end of the text is in a field of its own, to be copied. */
export function AddressNotice({ text, label }: { text: string; label: string }) {
  const [, words = text, address] = /^(.*?)(?: (https?:\S+))?$/.exec(text) ?? [];
  return (
    <Notice>
      <p>{words}</p>
      {address && (
        <TextField label={label} value={address} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
      )}
    </Notice>
  );
}
