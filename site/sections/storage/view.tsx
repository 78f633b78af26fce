import { getItemHeading, SectionFrame } from '../../parts/section-frame.tsx';
import { createSection, type SectionProps } from '../section.ts';
import { StoredOnDevice } from './stored-on-device.tsx';

/** Renders what the site keeps in the visitor's browser, and its removal. */
function StorageSection(props: SectionProps<'storage', null>) {
  return (
    <SectionFrame {...props}>
      <StoredOnDevice heading={getItemHeading(props)} />
    </SectionFrame>
  );
}

export const section = createSection<'storage', null>('storage', { View: StorageSection });
