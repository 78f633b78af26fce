import { Link, useNavigate, useRevalidator } from 'react-router';
import { formatCount } from '../../contract/content/number-text.ts';
import { formatFileSize } from '../../contract/forms/uploads.ts';
import { hasPermission } from '../../contract/studio/permissions.ts';
import { type PictureFilter, pictureFilters } from '../../contract/studio/picture-filters.ts';
import type { PictureSummary, UploadedPicture } from '../../contract/studio/picture-operations.ts';
import { loadListPage } from '../list-page.ts';
import { countEntries } from '../parts/bulk-words.ts';
import { ButtonLink } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { FilterChips } from '../parts/filter-chips.tsx';
import form from '../parts/form.module.css';
import { ScreenLayout } from '../parts/page.tsx';
import { useUser } from '../parts/shell.tsx';
import { StateDot } from '../parts/state-dot.tsx';
import { Pager } from '../parts/table.tsx';
import { Thumbnail } from '../parts/thumbnail.tsx';
import { createUploadState, DropScreen, UploadButton, UploadReport, useUpload } from '../parts/upload.tsx';
import { type SavedView, ViewTabs } from '../parts/view-tabs.tsx';
import type { Screen } from '../screen.ts';
import styles from './media.module.css';

const filterNames: Record<PictureFilter, string> = {
  UNDESCRIBED: 'Not described',
  UNUSED: 'Not used',
  USED: 'Used',
};
const views: SavedView[] = [
  { label: 'All' },
  ...(['UNDESCRIBED', 'UNUSED', 'USED'] as const).map((only) => ({ label: filterNames[only], query: { only } })),
];

interface Data {
  items: PictureSummary[];
  page: number;
  size: number;
  total: number;
  q: string;
  isFiltered: boolean;
}

const describeSize = ({ width, height, bytes, isAnimated }: PictureSummary) =>
  [width && height ? `${width} × ${height}` : '', formatFileSize(bytes), isAnimated ? 'animated' : '']
    .filter(Boolean)
    .join(', ');

function PictureCard({ picture }: { picture: PictureSummary }) {
  const { name, alt, uses, isNarrow } = picture;
  return (
    <li className={styles.card}>
      <Thumbnail picture={picture} size="large" />
      <Link to={`/studio/media/${name}`} title={name} className={`${form.cover} ${styles.name}`}>
        {name}
      </Link>
      <p className={form.soft}>
        {isNarrow ? (
          'For phones'
        ) : alt === null ? (
          <StateDot tone="open">Not described</StateDot>
        ) : (
          <bdi title={alt}>{alt === '' ? 'Decorative' : alt}</bdi>
        )}
      </p>
      <p className={form.small}>
        {uses === 0 ? 'Not used' : `Used in ${countEntries(uses)}`} · {describeSize(picture)}
      </p>
    </li>
  );
}

function View({ data: { items, page, size, total, q, isFiltered } }: { data: Data }) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const canUpload = hasPermission(useUser().role, 'write-drafts');
  function show(pictures: UploadedPicture[]): void {
    const [first] = pictures;
    if (pictures.length === 1 && first) void navigate(`/studio/media/${first.name}`, createUploadState(first));
    else void revalidate();
  }

  const uploads = useUpload(show);

  return (
    <ScreenLayout
      title="Pictures"
      state={<span role="status">{formatCount(total, 'picture')}</span>}
      actions={canUpload && <UploadButton label="Upload pictures" state={uploads} />}
    >
      {canUpload && (
        <>
          <noscript>
            <p>To upload pictures, turn on JavaScript in your browser.</p>
          </noscript>
          <DropScreen state={uploads} />
          <UploadReport state={uploads} />
        </>
      )}
      <ViewTabs label="Pictures to show" views={views} />
      <FilterChips search={{ name: 'q', label: 'Search names and descriptions', value: q }} chips={[]} kept={['only']}>
        {canUpload && (
          <p className={styles.hint}>Drop files anywhere: PNG, JPEG, WebP, AVIF, GIF or SVG, 10 MB each.</p>
        )}
      </FilterChips>
      {items.length > 0 ? (
        <ul className={styles.grid}>
          {items.map((picture) => (
            <PictureCard key={picture.name} picture={picture} />
          ))}
        </ul>
      ) : isFiltered ? (
        <EmptyState
          drawing="search"
          title="No pictures match."
          action={<ButtonLink to="/studio/media">Show all pictures</ButtonLink>}
        />
      ) : (
        <EmptyState drawing="empty" title="No pictures yet.">
          Drop files anywhere on this screen, or into a text.
        </EmptyState>
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
    const list = await loadListPage(url, (page) => client.call('pictures', { q, only, page, size: 48 }));
    return { ...list, q, isFiltered: q !== '' || only !== undefined };
  },
  View,
};
