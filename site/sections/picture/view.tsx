import { CaptionedPicture } from '../../parts/captioned-picture.tsx';
import { SectionFrame } from '../../parts/section-frame.tsx';
import { createSection, type SectionProps } from '../section.ts';

/** Renders one picture with its caption. */
function PictureSection(props: SectionProps<'picture', null>) {
  return (
    <SectionFrame {...props}>
      <CaptionedPicture html={props.texts['picture.name']} caption={props.section.picture.caption} />
    </SectionFrame>
  );
}

export const section = createSection<'picture', null>('picture', { View: PictureSection });
