import { type Action, type Entity, type OutputOf, Refusal, type Row } from '#model'
import type { StudentOf } from '#modules/student/server/api.ts'
import { studentNumbers } from '#modules/student/server/api.ts'
import type { Registration } from '#server/base/extension-point.ts'
import { type Ctx, type Handler, handlers } from '#server/context.ts'
import { own as unmasked } from '#server/data/present.ts'
import { type OwnRows, ownRows } from '#server/records/own-rows.ts'
import { applicantOf, studentInScope } from './applicants.ts'
import { application } from './application.ts'
import { mineOf } from './my-applications.ts'
import { previewOf } from './preview.ts'
import { readableRow } from './readable.ts'
import type { Acting, ActionSet, AnyRow, KindOf, Serving, Valid } from './serving.ts'
import { admit, cancelApproved, mustAllow, prepared, revalidate, type Submission, type Submitted, submitAgain, submitNew, takeBack, type Work } from './submissions.ts'

/** A kind of application for the rest of its module. */
export interface ServedApplication<E extends Entity, F, S, W> {
  /** Default export of the server file. */
  registrations: readonly Registration[]
  own: OwnRows<E>
  /** Submits an application that does not come from the form, for `who`, locked. */
  submit(ctx: Ctx, who: W, form: F, how?: Submission<Row<E>>): Promise<S>
  cancelApproved(acting: Acting, row: Row<E>, reason: string): Promise<void>
}
/** Serves the actions that `ownApplication` declares: their handlers, the callbacks of the approval process, and the readers of the files. */
export function handleApplication<E extends Entity, A extends ActionSet, W = StudentOf, V extends Valid = Valid>(
  of: E,
  actions: A,
  serve: Serving<KindOf<E, A, W, V>>,
): ServedApplication<E, KindOf<E, A, W, V>['apply'], OutputOf<A['apply']>, W> {
  const own = ownRows(of, serve.owner ?? 'studentId')
  // from here on any kind is handled alike; its types have been checked against its actions
  const work = { of, actions, serve, own } as unknown as Work
  return {
    registrations: [own.files, ...studentNumbers(of), ...handlersOf(work), ...processOf(work)],
    own,
    submit: (ctx, who, form, how) => submitNew(work, ctx, who, { ...form }, how) as unknown as Promise<OutputOf<A['apply']>>,
    cancelApproved: (acting, row, reason) => cancelApproved(work, acting, row as unknown as AnyRow, reason),
  }
}
function handlersOf(work: Work): Handler[] {
  const { of, actions, serve, own } = work
  const handle = (action: Action | undefined, run: Handler['run']): Handler[] => (action ? [handlers.make({ action, run })] : [])
  const locked = async (ctx: Ctx, input: Record<string, unknown>): Promise<AnyRow> => (await own.lock(ctx, String(input.id))) as AnyRow
  return [
    ...handle(actions.apply, (ctx, input) => told(work, ctx, input, async inside => submitNew(work, inside, await prepared(work, inside, { input, lock: true }), input))),
    ...handle(actions.applyFor, (ctx, input) => applyFor(work, ctx, input)),
    ...handle(actions.resubmit, (ctx, input) => told(work, ctx, input, inside => submitAgain(work, inside, input))),
    ...handle(actions.withdraw, async (ctx, input) => takeBack(work, ctx, await locked(ctx, input))),
    ...handle(actions.cancel, async (ctx, input) => {
      const row = await locked(ctx, input)
      const problem = serve.cancelProblem?.(row)
      if (problem) throw problem
      mustAllow(of, row, 'cancel')
      await cancelApproved(work, ctx, row, String(input.reason ?? actions.cancel?.label))
    }),
    ...handle(actions.begin, async (ctx, asks) => serve.begin?.(ctx, asks)),
    ...handle(actions.preview, (ctx, asks) => previewOf(work, ctx, asks)),
    ...handle(actions.mine, (ctx, input) => mineOf(work, ctx, input)),
    ...handle(actions.card, async (ctx, input) => {
      const row = (await readableRow(ctx, of, String(input.id))) as AnyRow
      return serve.card && unmasked(ctx.me, of, row, await serve.card(ctx, row))
    }),
  ]
}
/** Submits; what the kind does about a refusal happens in a transaction of its own, as that of the submission is rolled back. */
async function told<T>({ serve: { refused } }: Work, ctx: Ctx, input: Record<string, unknown>, run: (ctx: Ctx) => Promise<T>): Promise<T> {
  if (!refused) return run(ctx)
  try {
    return await ctx.db.tx(db => run({ ...ctx, db }))
  } catch (error) {
    if (error instanceof Refusal) await ctx.db.tx(db => refused({ ...ctx, db }, input))
    throw error
  }
}
/** Staff apply for a student in their scope; the school knows who did. */
async function applyFor(work: Work, ctx: Ctx, { studentId, ...input }: Record<string, unknown>): Promise<Submitted> {
  const { actions, serve } = work
  const of = actions.applyFor ?? actions.apply
  const who = await studentInScope(ctx, of, String(studentId), { lock: true })
  admit(work, of, who)
  return submitNew(work, ctx, who, input, { given: serve.onBehalf?.(input) ?? {}, isStaff: true, submittedBy: ctx.me.userId })
}
/** The kind in the approval process. */
function processOf(work: Work): readonly Registration[] {
  const { actions, serve } = work
  const { subject } = serve
  if (!subject) return []
  return application<Entity>(
    subject,
    {
      async describe(db, row) {
        const who = await applicantOf(db, actions.apply, String(row.studentId))
        if (!serve.describe) throw new Error(`${subject.processType} describes nothing`)
        return { applicantId: who.userId, studentId: who.id, ...(await serve.describe(db, row as AnyRow, who)) }
      },
      link: row => serve.link({ id: String(row.id) }),
      mobileLink: row => serve.link({ id: String(row.id) }),
      edited: async (db, row, patch) => serve.edited?.(db, row as AnyRow, patch),
      async onSubmitted(ctx, row) {
        await revalidate(work, ctx, row as AnyRow)
        await serve.submitted?.(ctx, row as AnyRow)
      },
      onApproved: async (ctx, row) => serve.approved?.(ctx, row as AnyRow),
      onRejected: async (ctx, row) => serve.rejected?.(ctx, row as AnyRow),
      onReturned: async (ctx, row) => serve.returned?.(ctx, row as AnyRow),
      onWithdrawn: async (ctx, row) => serve.withdrawn?.(ctx, row as AnyRow),
      onCancelled: async (ctx, row) => serve.cancelled?.(ctx, row as AnyRow),
    },
    serve.copyPage,
  )
}
