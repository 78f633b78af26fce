/** Properties that name an item of a list beside them by its place, by the name of the list. */
const placeProperties: Record<string, string> = { options: 'answer' };

/**
 * Returns a group with one changed property; undefined removes the property. After a move or removal of list items,
 * `origins` has the former place of each item, and the property that names an item follows its item. The property is
 * removed with its item.
 */
export function changeProperty(
  record: Record<string, unknown>,
  name: string,
  changed: unknown,
  origins?: readonly number[],
): Record<string, unknown> {
  const { [name]: _, ...rest } = record;
  const next = changed === undefined ? rest : { ...record, [name]: changed };
  const placeName = placeProperties[name];
  const place = placeName === undefined ? undefined : record[placeName];
  if (!origins || placeName === undefined || typeof place !== 'number') return next;
  const moved = origins.indexOf(place);
  return changeProperty(next, placeName, moved === -1 ? undefined : moved);
}
