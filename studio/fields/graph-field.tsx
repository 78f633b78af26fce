import { moveItem } from '../grid/grid.ts';
import { AddItemButton, ItemTools } from '../parts/item-tools.tsx';
import { SelectField, TextField } from '../parts/text-field.tsx';
import styles from './graph-field.module.css';
import { addNode, changeLink, type Graph, readGraph, removeNode, renameNode } from './graph-value.ts';
import { findMessage, type SchemaFieldProps } from './props.ts';

interface GraphProps extends Pick<SchemaFieldProps, 'path' | 'schema' | 'isReadOnly' | 'problems'> {
  graph: Graph;
  onChange: (graph: Graph) => void;
}

function Nodes({ path, schema, graph, isReadOnly, problems, onChange }: GraphProps) {
  const { nodes, links } = graph;
  const max = schema.properties?.nodes?.maxItems ?? Number.POSITIVE_INFINITY;
  return (
    <fieldset className={styles.list} data-path={`${path}.nodes`} tabIndex={-1}>
      <legend className={styles.legend}>Nodes</legend>
      {nodes.map((node, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the id of a node follows its label while it is typed
        <div key={index} className={styles.node}>
          <TextField
            label={`Label of node ${index + 1}`}
            data-path={`${path}.nodes.${index}.label`}
            value={node.label}
            readOnly={isReadOnly}
            error={findMessage(problems, `${path}.nodes.${index}.label`)}
            onChange={({ target }) => onChange(renameNode(graph, index, target.value))}
          />
          <TextField
            label="Column"
            type="number"
            min={0}
            max={8}
            data-path={`${path}.nodes.${index}.column`}
            value={node.column}
            readOnly={isReadOnly}
            error={findMessage(problems, `${path}.nodes.${index}.column`)}
            onChange={({ target: { valueAsNumber } }) => {
              const column = Number.isNaN(valueAsNumber) ? 0 : valueAsNumber;
              onChange({ nodes: nodes.map((old, each) => (each === index ? { ...old, column } : old)), links });
            }}
          />
          {!isReadOnly && (
            <ItemTools
              name={node.label || `node ${index + 1}`}
              index={index}
              count={nodes.length}
              onMove={(step) => onChange({ nodes: moveItem(nodes, index, step), links })}
              onRemove={() => onChange(removeNode(graph, index))}
            />
          )}
        </div>
      ))}
      {!isReadOnly && nodes.length < max && (
        <AddItemButton onAdd={() => onChange(addNode(graph))}>Add a node</AddItemButton>
      )}
    </fieldset>
  );
}

function Links({ path, schema, graph, isReadOnly, problems, onChange }: GraphProps) {
  const { nodes, links } = graph;
  const max = schema.properties?.links?.maxItems ?? Number.POSITIVE_INFINITY;
  const options = nodes.map(({ id, label }) => ({ value: id, label: label || id }));
  /** A link of an imported entry may name a node that does not exist. */
  const listOptions = (end: string) =>
    options.some(({ value }) => value === end) ? options : [{ value: end, label: `${end} (no node)` }, ...options];
  const [first, second] = nodes;
  return (
    <fieldset className={styles.list} data-path={`${path}.links`} tabIndex={-1}>
      <legend className={styles.legend}>Links</legend>
      {links.map(([from, to, text = ''], index) => {
        const ends = [
          { label: `Link ${index + 1} from`, end: from, place: 0, set: (id: string) => ({ from: id }) },
          { label: 'to', end: to, place: 1, set: (id: string) => ({ to: id }) },
        ];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: links have no identity but their place
          <div key={index} className={styles.link}>
            {ends.map(({ label, end, place, set }) => (
              <SelectField
                key={place}
                label={label}
                data-path={`${path}.links.${index}.${place}`}
                options={listOptions(end)}
                value={end}
                disabled={isReadOnly}
                error={findMessage(problems, `${path}.links.${index}.${place}`)}
                onChange={({ target }) => onChange(changeLink(graph, index, set(target.value)))}
              />
            ))}
            <TextField
              label="Words"
              data-path={`${path}.links.${index}.2`}
              value={text}
              readOnly={isReadOnly}
              error={findMessage(problems, `${path}.links.${index}.2`)}
              onChange={({ target }) => onChange(changeLink(graph, index, { text: target.value }))}
            />
            {!isReadOnly && (
              <ItemTools
                name={`link ${index + 1}`}
                index={index}
                count={links.length}
                onMove={(step) => onChange({ nodes, links: moveItem(links, index, step) })}
                onRemove={() => onChange({ nodes, links: links.filter((_, each) => each !== index) })}
              />
            )}
          </div>
        );
      })}
      {!isReadOnly && first && second && links.length < max && (
        <AddItemButton onAdd={() => onChange({ nodes, links: [...links, [first.id, second.id]] })}>
          Add a link
        </AddItemButton>
      )}
    </fieldset>
  );
}

/** Edits the nodes of a schematic, and the links between them, whose ends are chosen from the nodes. */
export function GraphField({ value, ...props }: Omit<GraphProps, 'graph'> & { value: Record<string, unknown> }) {
  const graph = readGraph(value);
  return (
    <>
      <Nodes {...props} graph={graph} />
      <Links {...props} graph={graph} />
    </>
  );
}
