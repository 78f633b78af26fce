import { useLocation } from 'react-router';

/** The query that shows the drawings of a previewed revision, from the page's own address; empty without a preview. */
export function usePreviewQuery({ preview }: { preview: boolean }): string {
  const { search } = useLocation();
  const admin = preview && new URLSearchParams(search).get('admin');
  return admin ? `?${new URLSearchParams({ admin })}` : '';
}
