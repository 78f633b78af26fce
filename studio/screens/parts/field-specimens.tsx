import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { ComboboxField } from '../../parts/combobox-field.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { MomentField } from '../../parts/moment.tsx';
import { ReferenceList } from '../../parts/reference-list.tsx';
import { SelectField, TextArea, TextField } from '../../parts/text-field.tsx';
import { UploadField } from '../../parts/upload.tsx';
import { Choice } from '../entry/choice.tsx';
import styles from './specimen.module.css';
import { StudioSpecimen } from './specimen.tsx';

const options = [
  { value: 'networks', label: 'Networks' },
  { value: 'storage', label: 'Storage' },
  { value: 'power', label: 'Power' },
];
const views = ['Write', 'Split', 'Preview'] as const;

/** Renders the fields of forms in all their states. */
export function StudioFieldSpecimens() {
  const [view, setView] = useState<(typeof views)[number]>('Split');
  const [category, setCategory] = useState<string | null>('storage');
  const [references, setReferences] = useState(['networks', 'power']);
  const [moment, setMoment] = useState('2031-05-06T09:30');
  return (
    <>
      <StudioSpecimen name="TextField, TextArea, SelectField">
        <div className={styles.stack}>
          <TextField label="With a hint" hint="What to type, where the label does not say it." />
          <TextField label="Refused" defaultValue="A Title" error="must be lower-case letters and hyphens" />
          <TextField label="Read only" defaultValue="/blog/what-fsync-promises" readOnly />
        </div>
        <div className={styles.stack}>
          <TextArea label="Several lines" rows={3} defaultValue="The disk says it is done. It is not." />
          <SelectField label="A choice" options={options} />
          <TextField label="Disabled" defaultValue="Not yours to change" disabled />
        </div>
      </StudioSpecimen>
      <StudioSpecimen name="ComboboxField, ReferenceList">
        <div className={styles.stack}>
          <ComboboxField label="Category" value={category} options={options} onChange={setCategory} />
          <ComboboxField
            label="Refused category"
            value={null}
            options={options}
            error="is required"
            onChange={() => undefined}
          />
        </div>
        <div className={styles.stack}>
          <ReferenceList
            label="Services"
            path="services"
            values={references}
            options={options}
            max={3}
            isReadOnly={false}
            findError={(index) => (index === 1 ? 'is a draft that visitors do not see' : undefined)}
            onChange={setReferences}
          />
        </div>
      </StudioSpecimen>
      <StudioSpecimen name="Choice, MomentField">
        <Choice label="View of the example" options={views} value={view} onChange={setView} />
        <div className={styles.stack}>
          <MomentField label="Publish at" value={moment} onChange={setMoment} />
        </div>
      </StudioSpecimen>
      <StudioSpecimen name="UploadField">
        <div className={styles.stack}>
          <UploadField label="Upload pictures" hint="PNG, JPEG, WebP, AVIF, GIF or SVG." onStored={() => undefined} />
        </div>
      </StudioSpecimen>
    </>
  );
}

/** Renders a button that opens a dialog. */
export function DialogSpecimen() {
  const [isOpen, setOpen] = useState(false);
  return (
    <StudioSpecimen name="Dialog">
      <Button onClick={() => setOpen(true)}>Open the dialog…</Button>
      {isOpen && (
        <Dialog title="A dialog" onClose={() => setOpen(false)}>
          <TextField label="Linked words" defaultValue="what fsync promises" />
          <Button look="primary" onClick={() => setOpen(false)}>
            Insert the link
          </Button>
        </Dialog>
      )}
    </StudioSpecimen>
  );
}
