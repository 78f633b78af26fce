import { entryTypes } from '../../../contract/content/entry-types.ts';
import { parseEntryPath } from '../../../contract/content/site-paths.ts';
import { Link } from '../../parts/link.tsx';
import type { HeroData, RequestArt } from './load.ts';
import styles from './request-schematic.module.css';
import { requestStations, type Station } from './request-stations.ts';

interface DrawingProps {
  art: RequestArt;
  titles: HeroData['titles'];
}

type Layout = 'wide' | 'tall';

interface StationLinkProps extends Station {
  caption: string;
  /** The title of the entry to which the station leads; undefined if the entry is gone. */
  title: string | undefined;
  target: string;
  layout: Layout;
}

/** Renders a station as a link to its entry, or to the list of the entry's type if the entry is gone. */
function StationLink({ layout, caption, title, target, ...station }: StationLinkProps) {
  const { x, y, width, height } = station[layout];
  const isGlyphAbove = layout === 'wide' && station.kind !== 'note';
  const left = isGlyphAbove ? x + 16 : x + 72;
  // A note is as high as its text, whose descenders must not touch the outline of a focused note.
  const baseline = isGlyphAbove ? y + height - 16 : y + height / 2 + (station.kind === 'note' ? 16 : 21);
  return (
    <Link to={title ? target : getListPath(target)} className={styles[station.kind]}>
      <rect x={x} y={y} width={width} height={height} className={styles.outline} />
      <path
        d={station.glyph}
        transform={`translate(${x + 14} ${isGlyphAbove ? y + 14 : y + height / 2 - 22})`}
        className={styles.glyph}
      />
      <text x={left} y={baseline - 22} className={styles.caption}>
        {/* The space separates the two texts for screen readers. */}
        {title ? `${caption} ` : ''}
      </text>
      <text x={left} y={baseline} className={styles.title}>
        {title ?? caption}
      </text>
    </Link>
  );
}

/** Returns the list of the type of an entry's path; the path itself if it belongs to no list. */
function getListPath(target: string): string {
  const type = parseEntryPath(target)?.type;
  return (type && type !== 'PAGE' && entryTypes[type].listPath) || target;
}

function Stations({ art, titles, layout }: DrawingProps & { layout: Layout }) {
  return art.stations.flatMap(({ place, caption, target }) => {
    const station = requestStations.find((each) => each.place === place);
    if (!station) return [];
    return <StationLink key={place} {...station} {...{ caption, target, layout }} title={titles[target]} />;
  });
}

/** Renders the measure along the path in two lines. */
function Measure({ lines, x, y }: { lines: readonly string[]; x: number; y: number }) {
  return lines.map((line, index) => (
    <text key={line} x={x} y={y + 19 * index} className={styles.figure}>
      {line}
    </text>
  ));
}

function WideDrawing({ art, titles }: DrawingProps) {
  const { description, hint, measure, visitor } = art;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in for a drawing
    <svg viewBox="0 0 1200 510" className={styles.wide} role="group" aria-label={description}>
      <rect x="200" y="24" width="990" height="448" className={styles.boundary} />
      <text x="1166" y="64" className={styles.hint}>
        {hint}
      </text>
      {/* Monitoring: a line with a branch to every station. */}
      <path d="M536 88h526M330 114v46M574 88v72M818 88v72M1062 88v72" className={styles.monitoring} pathLength="1" />
      {/* The latency of the distance, with the break line of a length that is not drawn to scale. */}
      {measure && (
        <>
          <path d="M68 250v58M236 292v16M68 300h168M78 295l-10 5 10 5M226 295l10 5-10 5" className={styles.measure} />
          <Measure lines={measure} x={8} y={332} />
        </>
      )}
      {/* The capacity that is sized. */}
      <path d="M480 296v58M912 296v58M480 344h432M490 339l-10 5 10 5M902 339l10 5-10 5" className={styles.measure} />
      <path d="M1062 284v52" className={styles.replication} pathLength="1" />
      {/* The path of the request. */}
      <path
        d="M68 222h68l8-10 8 20 8-10h76M424 222h56M668 222h56M912 222h56"
        className={styles.request}
        pathLength="1"
      />
      <path d="M228 217l8 5-8 5M472 217l8 5-8 5M716 217l8 5-8 5M960 217l8 5-8 5" className={styles.arrow} />
      <circle cx="52" cy="222" r="15" className={styles.visitor} />
      <circle cx="52" cy="222" r="4" className={styles.dot} />
      <text x="14" y="190" className={styles.figureLabel}>
        {visitor}
      </text>
      <Stations art={art} titles={titles} layout="wide" />
    </svg>
  );
}

function TallDrawing({ art, titles }: DrawingProps) {
  const { description, measure, visitor } = art;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in for a drawing
    <svg viewBox="0 0 360 800" className={styles.tall} role="group" aria-label={description}>
      <rect x="16" y="116" width="328" height="648" className={styles.boundary} />
      <path
        d="M326 174v486h-8M308 174h18M308 274h18M308 374h18M308 474h18"
        className={styles.monitoring}
        pathLength="1"
      />
      {measure && (
        <>
          <path d="M96 46h18M96 140h18M106 46v94M101 56l5-10 5 10M101 130l5 10 5-10" className={styles.measure} />
          <Measure lines={measure} x={122} y={78} />
        </>
      )}
      <path d="M72 508v40" className={styles.replication} pathLength="1" />
      <path d="M72 46v30l-10 7 20 8-10 7v42M72 208v32M72 308v32M72 408v32" className={styles.request} pathLength="1" />
      <path d="M67 132l5 8 5-8M67 232l5 8 5-8M67 332l5 8 5-8M67 432l5 8 5-8" className={styles.arrow} />
      <circle cx="72" cy="30" r="15" className={styles.visitor} />
      <circle cx="72" cy="30" r="4" className={styles.dot} />
      <text x="102" y="28" className={styles.figureLabel}>
        {visitor}
      </text>
      <Stations art={art} titles={titles} layout="tall" />
    </svg>
  );
}

/** Renders the schematic of a request, in which every station leads to an entry. CSS animates its lines once. */
export function RequestSchematic(props: DrawingProps) {
  return (
    <div className={styles.container}>
      <WideDrawing {...props} />
      <TallDrawing {...props} />
    </div>
  );
}
