import { type GalleryTheme, galleryThemes, galleryWidths, getShotName, type Scene } from './scene.ts';

/** Scenes by page and state, and why their pictures are chosen. */
interface Choice {
  why: string;
  /** The states of each page. */
  scenes: Readonly<Record<string, readonly string[]>>;
}

/** The most pictures that are compared with a reference: few enough to look at each of them after a change. */
const maximumCompared = 160;

/** Scenes that are opened at every width and in every theme, but have no reference at all. */
const withoutReference: readonly Choice[] = [
  {
    why: 'Only the words differ from those of another error page, thank-you page, text page or category.',
    scenes: {
      'error screen': ['503 inside the site', '429 inside the site', '415 after a form', 'offline'],
      '/thank-you': ['loaded'],
      '/book-a-free-consultation-thank-you': ['loaded'],
      '/outage-2018': ['loaded'],
      'a category of /trivia': ['loaded'],
      'a category of /infographics': ['loaded'],
    },
  },
  {
    why: 'The form, its button and its alert look as in the same state of the contact form.',
    scenes: {
      '/contact-us': ['offline', '413 after a form'],
      '/': ['enquiry sending', 'enquiry refused'],
      '/book-a-free-consultation': ['sending', 'failed'],
    },
  },
  {
    why: 'The picture of the same page with everything opened, answered or searched shows all of it.',
    scenes: {
      'one entry: service': ['loaded'],
      'one entry: plan': ['loaded'],
      'one entry: microservice': ['loaded'],
      'one entry: app': ['loaded'],
      'one entry: trivia': ['guessed right'],
      '/search': ['loaded'],
    },
  },
  {
    why: 'The menus are one component; the one that is pictured has the most links.',
    scenes: { '/': ['menu Company open'] },
  },
  {
    why: 'The style sheet of print treats the parts of the page as on another printed page.',
    scenes: {
      'one entry: plan': ['print'],
      'one entry: trivia': ['print'],
      '/book-a-free-consultation': ['print'],
      '/contact-us': ['print'],
      '/case-studies': ['print'],
      '/trust': ['print'],
      '/outage-2011': ['print'],
      '/outage-2018': ['print'],
      '/privacy-policy': ['print'],
    },
  },
  {
    why: 'Forced colours apply to the same components on another page.',
    scenes: {
      'one entry: blog': ['forced colours'],
      'one entry: plan': ['forced colours'],
      'one entry: trivia': ['forced colours'],
      '/case-studies': ['forced colours'],
      '/trust': ['forced colours'],
      '/outage-2011': ['forced colours'],
      '/outage-2018': ['forced colours'],
      '/why-us': ['forced colours'],
      '/wse-legacy': ['forced colours'],
    },
  },
  {
    why: 'The columns give way to large text, a wide window, zoom, motion or no script as on another page.',
    scenes: {
      '/': ['without JavaScript'],
      'one entry: blog': ['200 % text', '400 % zoom'],
      'one entry: plan': ['200 % text', 'on a wide screen'],
      'one entry: trivia': ['200 % text', 'on a wide screen'],
      'one entry: infographic': ['200 % text'],
      'one entry: service': ['on a wide screen', '400 % zoom', 'with motion, at its end'],
      'the list /blogs': ['200 % text'],
      'the list /trivia': ['200 % text', 'on a wide screen'],
      'the list /infographics': ['200 % text', 'on a wide screen'],
      'the list /what-we-do': ['200 % text', 'on a wide screen'],
      'the list /microservices': ['200 % text', 'on a wide screen'],
      'the list /our-plans': ['400 % zoom'],
      '/book-a-free-consultation': ['400 % zoom'],
      '/trust': ['200 % text', 'on a wide screen'],
      '/case-studies': ['on a wide screen'],
      '/outage-2011': ['on a wide screen'],
      '/outage-2018': ['on a wide screen'],
      '/wse-legacy': ['on a wide screen'],
    },
  },
];

/** Scenes that are compared at 320 pixels too. */
const onPhones: Choice = {
  why: 'The parts of the page have another order or form in one column than beside each other.',
  scenes: {
    '/': ['loaded', 'menu Menu open', '200 % text'],
    '/about-us': ['loaded'],
    '/contact-us': ['loaded', '200 % text'],
    '/book-a-free-consultation': ['a time held', '200 % text'],
    '/api/docs': ['some opened'],
    'the list /blogs': ['loaded'],
    'the list /our-plans': ['loaded', '200 % text'],
    'one entry: blog': ['loaded'],
    'one entry: infographic': ['loaded'],
    'one entry: service': ['everything opened', '200 % text'],
    'one entry: trivia': ['guessed wrong'],
    'search with results': ['loaded'],
    'error screen': ['500 inside the site'],
    '/studio': ['start', 'content list', 'calendar of a month', 'editor of blog'],
  },
};

/** Scenes that are compared in the dark theme too. */
const inTheDark: Choice = {
  why: 'Together they show every component and every colour of the tokens, and the layout is that of the light theme.',
  scenes: {
    '/': ['loaded'],
    '/contact-us': ['invalid'],
    '/book-a-free-consultation': ['a time held'],
    'the list /our-plans': ['loaded'],
    'one entry: blog': ['loaded'],
    'one entry: infographic': ['loaded'],
    'one entry: trivia': ['guessed wrong'],
    'search with results': ['loaded'],
    'error screen': ['500 inside the site'],
    '/studio': ['content list', 'editor of service'],
  },
};

const getWidest = ({ widths = galleryWidths }: Scene) => Math.max(...widths);
const getNarrowest = ({ widths = galleryWidths }: Scene) => Math.min(...widths);

/**
 * Returns the names of the pictures that are compared with a reference: of each scene the light theme at its widest
 * window, except for the choices above. Throws an error if a choice names a scene or a picture that does not exist, or
 * if more than the maximum are chosen.
 */
export function listComparedPictures(scenes: readonly Scene[]): Set<string> {
  const names = new Set(scenes.map((scene) => getShotName(scene, 'light', getWidest(scene))));

  function findScenes(choice: Choice): Scene[] {
    return Object.entries(choice.scenes).flatMap(([route, states]) =>
      states.map((state) => {
        const found = scenes.find((scene) => scene.route === route && scene.state === state);
        if (!found) throw new Error(`The gallery has no scene “${route}: ${state}”.`);
        return found;
      }),
    );
  }

  function add(scene: Scene, theme: GalleryTheme, width: number): void {
    const name = getShotName(scene, theme, width);
    if (names.has(name) || !(scene.themes ?? galleryThemes).includes(theme))
      throw new Error(`The gallery has no further picture ${name}.`);
    names.add(name);
  }

  for (const choice of withoutReference)
    for (const scene of findScenes(choice)) names.delete(getShotName(scene, 'light', getWidest(scene)));
  for (const scene of findScenes(onPhones)) add(scene, 'light', getNarrowest(scene));
  for (const scene of findScenes(inTheDark)) add(scene, 'dark', getWidest(scene));
  if (names.size > maximumCompared)
    throw new Error(`${names.size} pictures would be compared, and at most ${maximumCompared} are looked at.`);
  return names;
}
