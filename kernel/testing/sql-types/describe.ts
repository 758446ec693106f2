import pg from 'pg'

/** A column a statement returns. */
export interface ResultColumn {
  name: string
  /** Type by `pg_type.oid`. */
  type: number
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
  private constructor(client: pg.Client) {
    this.client = client
  }
  static async open(url: string): Promise<Schema> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return new Schema(client)
  }
  close(): Promise<void> {
    return this.client.end()
  }
  async describe(text: string): Promise<Described> {
    const { fields, error } = await new Promise<{ fields: readonly Field[]; error?: Error | undefined }>(done => {
      this.client.query(new Describe(text, (fields, error) => done({ fields, error })))
    })
    return error ? { error: error.message } : { columns: fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID })) }
  }
}
