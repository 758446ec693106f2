import { type Entity, mustAllow, type Row, type StateVerb } from '#model'
import type { Ctx, Db, Principal } from '../context.ts'
import { notFound } from '../data/rows.ts'
import { type FileReader, fileReader } from '../files/readers.ts'
import type { Where } from '../row-types.ts'

type Acting = Pick<Ctx, 'db' | 'me'>
/** The caller's own rows of an entity: outside any data scope, and nobody else's. */
export interface OwnRows<E extends Entity> {
  /** Others' are "not found". */
  find(ctx: Acting, id: string): Promise<Row<E>>
  /** The same, locked until the transaction ends. With a verb, refuses it where the row's state does not allow it. */
  lock(ctx: Acting, id: string, verb?: StateVerb<E>): Promise<Row<E>>
  owns(me: Principal, row: Row<E>): boolean
  /** In the entity's order, the newest first. */
  all(ctx: Acting, where?: Where<E>): Promise<Row<E>[]>
  /** Lets owners read the files of their rows; made on first use, for a default export. */
  readonly files: FileReader
}
const MOST = 200
/** Id of the caller as the owning field holds it: of their student record or their account. */
const idOf = (me: Principal, of: Entity, owner: string): string | null => (of.fields[owner]?.options.to === 'student' ? me.studentId : me.userId) || null

/** `owner`: the field with the student or account a row belongs to. */
export function ownRows<E extends Entity>(of: E, owner: keyof E['fields'] & string): OwnRows<E> {
  const owns = (me: Principal, row: object): boolean => {
    const mine = idOf(me, of, owner)
    return mine !== null && (row as Readonly<Record<string, unknown>>)[owner] === mine
  }
  const mustOwn = <R extends object>({ me }: Acting, row: R | undefined): R => {
    if (!row || !owns(me, row)) throw notFound()
    return row
  }
  const whose = (db: Db, where: object) => ({ ...where, [owner]: idOf(db.me, of, owner) }) as Where<E> // `owner` is a field of E
  return {
    owns,
    // ownership is checked next
    find: async (ctx, id) => mustOwn(ctx, await ctx.db.unscoped(of).find({ id } as Where<E>)),
    async lock(ctx, id, verb) {
      const row = mustOwn(ctx, await ctx.db.unscoped(of).lock(id))
      if (verb) mustAllow(of, row, verb)
      return row
    },
    // the filter itself restricts to the owner
    all: async ({ db, me }, where = {}) => (idOf(me, of, owner) ? db.unscoped(of).all(whose(db, where), { sort: of.options.sort ?? ['-createdAt'], limit: MOST }) : []),
    get files() {
      return fileReader(of, async (db, id) => Boolean(idOf(db.me, of, owner) && (await db.unscoped(of).count(whose(db, { id })))))
    },
  }
}
