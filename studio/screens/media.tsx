import { Form, Link, useNavigate, useRevalidator, useSubmit } from 'react-router';
import { formatCount } from '../../contract/content/number-text.ts';
import { formatFileSize } from '../../contract/forms/uploads.ts';
import { hasPermission } from '../../contract/studio/permissions.ts';
import { type PictureFilter, pictureFilters } from '../../contract/studio/picture-filters.ts';
import type { PictureSummary } from '../../contract/studio/picture-operations.ts';
import { loadListPage } from '../list-page.ts';
import { countEntries } from '../parts/bulk-words.ts';
import { Button } from '../parts/button.tsx';
import { ColumnHeads } from '../parts/column-heads.tsx';
import { ScreenLayout } from '../parts/page.tsx';
import { Pager } from '../parts/pager.tsx';
import { useUser } from '../parts/shell.tsx';
import table from '../parts/table.module.css';
import { SelectField, TextField } from '../parts/text-field.tsx';
import { Thumbnail } from '../parts/thumbnail.tsx';
import { UploadField } from '../parts/upload.tsx';
import { createUploadState } from '../parts/upload-changes.tsx';
import { useSyncedFields } from '../parts/use-synced-fields.ts';
import type { Screen } from '../screen.ts';
import styles from './media.module.css';

const filterNames: Record<PictureFilter, string> = {
  USED: 'Used in a text',
  UNUSED: 'Not used',
  UNDESCRIBED: 'Not described yet',
};
const filterOptions = [
  { value: '', label: 'All pictures' },
  ...pictureFilters.map((value) => ({ value, label: filterNames[value] })),
];

interface Data {
  items: PictureSummary[];
  page: number;
  size: number;
  total: number;
  q: string;
  only: string;
}

function describeAlt({ alt }: PictureSummary): string {
  if (alt === null) return 'Not described yet';
  return alt === '' ? 'Decorative' : alt;
}

const describeSize = ({ width, height, bytes, isAnimated }: PictureSummary) =>
  [width && height ? `${width} × ${height}` : '', formatFileSize(bytes), isAnimated ? 'animated' : '']
    .filter(Boolean)
    .join(', ');

function PictureRow({ picture }: { picture: PictureSummary }) {
  const { name, alt, uses } = picture;
  return (
    <tr>
      <th scope="row">
        <div className={styles.name}>
          <Thumbnail picture={picture} />
          <Link to={`/studio/media/${name}`} discover="none">
            {name}
          </Link>
        </div>
      </th>
      <td data-missing={alt === null || undefined} dir="auto" className={`${styles.alt} ${table.wide}`}>
        {describeAlt(picture)}
      </td>
      <td>{describeSize(picture)}</td>
      <td>{uses === 0 ? 'Not used' : `Used in ${countEntries(uses)}`}</td>
    </tr>
  );
}

function View({ data: { items, page, size, total, q, only } }: { data: Data }) {
  const submit = useSubmit();
  const form = useSyncedFields({ q, only });
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const user = useUser();
  return (
    <ScreenLayout title="Pictures">
      {hasPermission(user.role, 'write-drafts') && (
        <UploadField
          label="Upload pictures"
          hint="PNG, JPEG, WebP, AVIF, GIF or SVG, 10 MB each. Drop them here, or choose them."
          isMultiple
          onStored={(pictures) => {
            const [first] = pictures;
            if (pictures.length === 1 && first) void navigate(`/studio/media/${first.name}`, createUploadState(first));
            else void revalidate();
          }}
        />
      )}
      <Form
        role="search"
        ref={form}
        className={styles.filters}
        onChange={({ target, currentTarget }) => {
          if (target instanceof HTMLSelectElement) void submit(currentTarget);
        }}
      >
        <TextField label="Search names and descriptions" type="search" name="q" defaultValue={q} maxLength={200} />
        <SelectField label="Show" name="only" defaultValue={only} options={filterOptions} />
        <Button type="submit">Search</Button>
      </Form>
      <p role="status" className={styles.count}>
        {formatCount(total, 'picture')}
      </p>
      {items.length > 0 ? (
        <table className={`${table.table} ${styles.table}`}>
          <caption className="visually-hidden">Pictures</caption>
          <thead>
            <tr>
              <ColumnHeads names={['Name', 'What it shows', 'Size', 'Use']} />
            </tr>
          </thead>
          <tbody>
            {items.map((picture) => (
              <PictureRow key={picture.name} picture={picture} />
            ))}
          </tbody>
        </table>
      ) : (
        <p>
          No pictures match. <Link to="/studio/media">Show all pictures</Link>
        </p>
      )}
      <Pager page={page} size={size} total={total} />
    </ScreenLayout>
  );
}

export const screen: Screen<Data> = {
  title: () => 'Pictures',
  loader: async ({ client, url }) => {
    const { searchParams } = url;
    const q = (searchParams.get('q') ?? '').slice(0, 200);
    const only = pictureFilters.find((each) => each === searchParams.get('only'));
    const list = await loadListPage(url, (page) => client.call('pictures', { q, only, page, size: 24 }));
    return { ...list, q, only: only ?? '' };
  },
  View,
};
