import pg from 'pg'

/** A column a statement returns. */
export interface ResultColumn {
  name: string
  /** Type by `pg_type.oid`. */
  type: number
  /** The column of a table that it shows as it is. */
  origin: Origin | undefined
}
export interface Origin {
  table: string
  column: string
  isNullable: boolean
}
export type Described = { columns: ResultColumn[] } | { error: string }
interface Wire {
  parse(message: { name: string; text: string }): void
  describe(message: { type: 'S'; name: string }): void
  sync(): void
}
interface Field {
  name: string
  dataTypeID: number
  tableID: number
  columnID: number
}
/** Parses a statement in the database and asks for its columns; nothing is executed. */
class Describe implements pg.Submittable {
  private fields: readonly Field[] = []
  private readonly text: string
  private readonly done: (fields: readonly Field[], error?: Error) => void
  constructor(text: string, done: (fields: readonly Field[], error?: Error) => void) {
    this.text = text
    this.done = done
  }
  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire
    wire.parse({ name: '', text: this.text })
    wire.describe({ type: 'S', name: '' })
    wire.sync()
  }
  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.fields = fields
  }
  handleError(error: Error): void {
    this.done([], error)
  }
  handleReadyForQuery(): void {
    this.done(this.fields)
  }
}
/** Describes statements against a migrated database. */
export class Schema {
  private readonly client: pg.Client
  private readonly origins: ReadonlyMap<string, Origin>
  private constructor(client: pg.Client, origins: ReadonlyMap<string, Origin>) {
    this.client = client
    this.origins = origins
  }
  static async open(url: string): Promise<Schema> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<Origin & { key: string }>(`select attrelid || '.' || attnum as key, relname as table, attname as column, not attnotnull as "isNullable"
      from pg_attribute join pg_class c on c.oid = attrelid where relnamespace = 'public'::regnamespace and relkind <> 'v' and attnum > 0`)
    return new Schema(client, new Map(rows.map(({ key, ...origin }) => [key, origin])))
  }
  close(): Promise<void> {
    return this.client.end()
  }
  async describe(text: string): Promise<Described> {
    const { fields, error } = await new Promise<{ fields: readonly Field[]; error?: Error | undefined }>(done => {
      this.client.query(new Describe(text, (fields, error) => done({ fields, error })))
    })
    return error
      ? { error: error.message }
      : { columns: fields.map(({ name, dataTypeID, tableID, columnID }) => ({ name, type: dataTypeID, origin: this.origins.get(`${tableID}.${columnID}`) })) }
  }
}
