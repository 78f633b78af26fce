import { entryTypes, getEntryPath } from '../../../contract/content/entry-types.ts';
import { Link } from '../../parts/link.tsx';
import type { HomeService } from './load.ts';
import styles from './request-schematic.module.css';
import { requestStations, type Station } from './request-stations.ts';

type Services = readonly HomeService[];
type Layout = 'wide' | 'tall';

const description =
  'Schematic of a request: from a visitor over fibre to the edge, through checks and services to the data and its copy at a second site. Each part links to the service that builds it.';

/** Renders a station as a link to the service that builds it, or to the list of services if there is none. */
function StationLink({ station, services, layout }: { station: Station; services: Services; layout: Layout }) {
  const { x, y, width, height } = station[layout];
  const title = services.find(({ slug }) => slug === station.service)?.title;
  const isGlyphAbove = layout === 'wide' && station.kind !== 'note';
  const left = isGlyphAbove ? x + 16 : x + 72;
  // A note is as high as its text, whose descenders must not touch the outline of a focused note.
  const baseline = isGlyphAbove ? y + height - 16 : y + height / 2 + (station.kind === 'note' ? 16 : 21);
  return (
    <Link
      to={title ? getEntryPath('SERVICE', station.service) : entryTypes.SERVICE.listPath}
      className={styles[station.kind]}
    >
      <rect x={x} y={y} width={width} height={height} className={styles.outline} />
      <path
        d={station.glyph}
        transform={`translate(${x + 14} ${isGlyphAbove ? y + 14 : y + height / 2 - 22})`}
        className={styles.glyph}
      />
      <text x={left} y={baseline - 22} className={styles.caption}>
        {/* The space separates the two texts for screen readers. */}
        {`${station.caption} `}
      </text>
      <text x={left} y={baseline} className={styles.title}>
        {title ?? 'What we do'}
      </text>
    </Link>
  );
}

function Stations(props: { services: Services; layout: Layout }) {
  return requestStations.map((station) => <StationLink key={station.id} station={station} {...props} />);
}

function WideDrawing({ services }: { services: Services }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in for a drawing
    <svg viewBox="0 0 1200 510" className={styles.wide} role="group" aria-label={description}>
      <rect x="200" y="24" width="990" height="448" className={styles.boundary} />
      <text x="1166" y="64" className={styles.hint}>
        Each part opens the service that builds it
      </text>
      {/* Monitoring: a line with a branch to every station. */}
      <path d="M536 88h526M330 114v46M574 88v72M818 88v72M1062 88v72" className={styles.monitoring} pathLength="1" />
      {/* The latency of the distance, with the break line of a length that is not drawn to scale. */}
      <path d="M68 250v58M236 292v16M68 300h168M78 295l-10 5 10 5M226 295l10 5-10 5" className={styles.measure} />
      <text x="8" y="332" className={styles.figure}>
        1 ms for every
      </text>
      <text x="8" y="351" className={styles.figure}>
        204 km of fibre
      </text>
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
        A visitor asks
      </text>
      <Stations services={services} layout="wide" />
    </svg>
  );
}

function TallDrawing({ services }: { services: Services }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in for a drawing
    <svg viewBox="0 0 360 800" className={styles.tall} role="group" aria-label={description}>
      <rect x="16" y="116" width="328" height="648" className={styles.boundary} />
      <path
        d="M326 174v486h-8M308 174h18M308 274h18M308 374h18M308 474h18"
        className={styles.monitoring}
        pathLength="1"
      />
      <path d="M96 46h18M96 140h18M106 46v94M101 56l5-10 5 10M101 130l5 10 5-10" className={styles.measure} />
      <text x="122" y="78" className={styles.figure}>
        1 ms for every
      </text>
      <text x="122" y="97" className={styles.figure}>
        204 km of fibre
      </text>
      <path d="M72 508v40" className={styles.replication} pathLength="1" />
      <path d="M72 46v30l-10 7 20 8-10 7v42M72 208v32M72 308v32M72 408v32" className={styles.request} pathLength="1" />
      <path d="M67 132l5 8 5-8M67 232l5 8 5-8M67 332l5 8 5-8M67 432l5 8 5-8" className={styles.arrow} />
      <circle cx="72" cy="30" r="15" className={styles.visitor} />
      <circle cx="72" cy="30" r="4" className={styles.dot} />
      <text x="102" y="28" className={styles.figureLabel}>
        A visitor asks
      </text>
      <Stations services={services} layout="tall" />
    </svg>
  );
}

/** Renders the schematic of a request, in which every station links to a service. CSS animates its lines once. */
export function RequestSchematic({ services }: { services: Services }) {
  return (
    <div className={styles.container}>
      <WideDrawing services={services} />
      <TallDrawing services={services} />
    </div>
  );
}
