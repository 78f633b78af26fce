// What other rooms use of the content. Its operations are in `handlers.ts`.

export { getCurrentContent } from './drafts/find.ts';
export { stateVersionSql } from './drafts/list.ts';
export { isEnabled } from './entries/visibility.ts';
export { type Conversion, type ConvertedPicture, convertPicture, PictureError } from './pictures/convert.ts';
export { publishSettingFields, readPublishedSettings } from './settings.ts';
export {
  type BuiltThemes,
  buildThemes,
  builtThemesFile,
  hashThemes,
  readThemes,
  type Themes,
  themesFolder,
} from './themes/read-themes.ts';
export { findPackage } from './themes/theme-file.ts';
