import { ResponsiveDrawing } from '../../parts/drawing.tsx';
import { Facts } from '../../parts/facts.tsx';
import { RenderedPicture } from '../../parts/rendered-picture.tsx';
import { ScrollBox } from '../../parts/scroll-box.tsx';
import { SectionActions } from '../../parts/section-actions.tsx';
import { getSectionAttributes } from '../../parts/section-attributes.ts';
import { usePreviewQuery } from '../../parts/use-preview-query.ts';
import { createSection, type SectionProps } from '../section.ts';
import { type HeroData, loadHero } from './load.ts';
import { RequestSchematic } from './request-schematic.tsx';
import styles from './view.module.css';

type HeroProps = SectionProps<'hero', HeroData>;

function Art({ section: { art }, data, texts, page }: HeroProps) {
  const query = usePreviewQuery({ preview: page.isPreview });
  if (art?.kind === 'request') return <RequestSchematic art={art} titles={data.titles} />;
  if (art?.kind === 'picture') return <RenderedPicture html={texts['art.name']} className={styles.picture} />;
  if (art?.kind !== 'schematic' || !data.heights) return null;
  const { schematic } = art;
  const names = schematic.nodes.map(({ label }) => label).join(', ');
  return (
    <ScrollBox label={`Schematic: ${names}`} className={styles.schematic}>
      <ResponsiveDrawing
        address={`/drawings/schematic/PAGE/${page.slug}`}
        query={query}
        draw={(inline, isNarrow) => inline.schematic(schematic, isNarrow)}
        heights={data.heights}
        label={`Schematic: ${names}`}
      />
    </ScrollBox>
  );
}

/** Renders the opening of a page, with its heading. One that is not the first section has a heading below it. */
function HeroSection(props: HeroProps) {
  const { section, anchor, isFirst } = props;
  const { heading, lede, actions, facts = [], art } = section;
  return (
    <header
      id={anchor}
      className={art ? `${styles.hero} ${styles.withArt}` : styles.hero}
      data-part="opening"
      {...getSectionAttributes(props)}
    >
      <div className={styles.introduction}>
        {isFirst ? (
          <h1 tabIndex={-1} dir="auto" className={styles.headline}>
            {heading}
          </h1>
        ) : (
          <h2 dir="auto" className={styles.headline}>
            {heading}
          </h2>
        )}
        {lede && (
          <p dir="auto" className={styles.lede}>
            {lede}
          </p>
        )}
        <SectionActions actions={actions} className={styles.actions} />
      </div>
      <Art {...props} />
      {facts.length > 0 && (
        <div className={styles.facts}>
          <Facts facts={facts} />
        </div>
      )}
    </header>
  );
}

export const section = createSection('hero', {
  load: loadHero,
  View: HeroSection,
  countSheets: () => 0,
});
