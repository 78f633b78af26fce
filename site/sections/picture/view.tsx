import { CaptionedPicture } from '../../parts/captioned-picture.tsx';
import { createSection, type SectionProps } from '../section.ts';

function PictureContent({ section, texts }: SectionProps<'picture', null>) {
  return <CaptionedPicture html={texts['picture.name']} caption={section.picture.caption} />;
}

export const section = createSection('picture', { Content: PictureContent });
