import { useLocation } from 'react-router';

/** Returns the query that a preview adds to the addresses of its drawings; empty if the page is no preview. */
export function usePreviewQuery({ preview }: { preview: boolean }): string {
  const { search } = useLocation();
  const admin = preview && new URLSearchParams(search).get('admin');
  return admin ? `?${new URLSearchParams({ admin })}` : '';
}
