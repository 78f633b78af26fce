import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import type { SchemaFieldProps } from '../../fields/props.ts';
import { SchemaField } from '../../fields/schema-field.tsx';
import { UploadField } from '../../parts/upload.tsx';
import { FactsPane, type FieldGroup, type FieldsPaneProps } from '../entry/facts-pane.tsx';
import styles from './company.module.css';
import { createSettingScreen } from './create-setting-screen.tsx';

const groups: readonly FieldGroup[] = [
  { title: 'Name and claim', names: ['name', 'claim'] },
  { title: 'Logo and icon', names: ['logo', 'icon', 'sharingPicture'] },
  { title: 'How to reach the company', names: ['telephone', 'emails', 'addresses'] },
  { title: 'On other sites', names: ['profiles'] },
  { title: 'Legal', names: ['legalName', 'registerNumber', 'legalDetails', 'founded'] },
  { title: 'Time and money', names: ['timeZone', 'currency'] },
];

interface Picture {
  /** The address of the picture. */
  src: string;
  name: string;
}

const Logo = ({ src }: Picture) =>
  (['light', 'dark'] as const).map((scheme) => (
    <figure key={scheme} className={styles.place}>
      <div className={styles.header} data-scheme={scheme}>
        <img src={src} alt="" className={styles.logo} />
      </div>
      <figcaption>Header, {scheme}</figcaption>
    </figure>
  ));

const Icon = ({ src, name }: Picture) => (
  <>
    <figure className={styles.place}>
      <div className={styles.tab}>
        <img src={src} alt="" width="16" height="16" />
        <span dir="auto">{name}</span>
      </div>
      <figcaption>Tab of a browser</figcaption>
    </figure>
    <figure className={styles.place}>
      <div className={styles.home}>
        <img src={src} alt="" width="60" height="60" />
        <span dir="auto">{name}</span>
      </div>
      <figcaption>Home screen</figcaption>
    </figure>
  </>
);

const Shared = ({ src, name }: Picture) => (
  <figure className={styles.place}>
    <div className={styles.card}>
      <img src={src} alt="" />
      <span dir="auto">{name}</span>
    </div>
    <figcaption>Link on another site</figcaption>
  </figure>
);

/** The pictures of the company, each with what shows where visitors see it. */
const pictures = {
  logo: { upload: 'Upload a logo', Places: Logo },
  icon: { upload: 'Upload an icon', Places: Icon },
  sharingPicture: { upload: 'Upload a picture for sharing', Places: Shared },
};

/** Renders the choice of a picture, which can be dropped, and the places where visitors see it. */
function CompanyPicture({
  name,
  field,
  content,
}: {
  name: keyof typeof pictures;
  field: SchemaFieldProps;
  content: DraftContent;
}) {
  const { upload, Places } = pictures[name];
  const { value, isReadOnly, onChange } = field;
  const file = typeof value === 'string' && /\.\w+$/.test(value) ? value : null;
  return (
    <div className={styles.picture}>
      <SchemaField {...field} />
      {!isReadOnly && <UploadField label={upload} onStored={([stored]) => stored && onChange(stored.name)} />}
      {file && (
        <div className={styles.places}>
          <Places src={`/media/${encodeURIComponent(file)}`} name={String(content.fields.name ?? '')} />
        </div>
      )}
    </div>
  );
}

const isPicture = (name: string): name is keyof typeof pictures => Object.hasOwn(pictures, name);

function CompanyFields(pane: FieldsPaneProps) {
  return (
    <FactsPane
      {...pane}
      groups={groups}
      renderField={(name, field) =>
        isPicture(name) ? <CompanyPicture name={name} field={field} content={pane.content} /> : null
      }
    />
  );
}

export const screen = createSettingScreen('company', { Fields: CompanyFields });
