/** Renders the heads of a table's columns, in a row of its head. */
export function ColumnHeads({ names }: { names: readonly string[] }) {
  return names.map((name) => (
    <th key={name} scope="col">
      {name}
    </th>
  ));
}
