import { selfStudent } from '#modules/student/server/api.ts'
import { handle } from '#server/context.ts'
import { archiveDispatch } from '../model/archive-dispatch.ts'
import { archiveFile } from '../model/archive-file.ts'
import { archiveMaterial } from '../model/archive-material.ts'
import { archiveMove } from '../model/archive-move.ts'
import { myArchive } from '../model/mine.ts'
import { currentOf } from './destination-rules.ts'

/** One's own file; none before it is expected. */
export default handle(myArchive, async ctx => {
  const { db } = ctx
  const { id: studentId } = await selfStudent(ctx)
  const file = await db.unscoped(archiveFile).find({ studentId }) // the reader's own, here and below
  if (!file) return []
  const papers = await db.unscoped(archiveMaterial).all({ fileId: file.id }, { sort: ['docDate'] }) // as above
  const moves = await db.unscoped(archiveMove).all({ fileId: file.id }, { sort: ['-at'] }) // as above
  const [current] = await currentOf(db, [studentId])
  const letter = file.dispatchId ? await db.unscoped(archiveDispatch).find({ id: file.dispatchId }) : undefined // as above
  const { archiveNo, state, holder, holderSince, receivedOn, missingKinds, holdUntil } = file
  return [
    {
      ...{ archiveNo, state, holder, holderSince, receivedOn, missingKinds, holdUntil, recipient: current?.archiveRecipient ?? null },
      materials: papers.map(({ kind, title, docDate, filedOn }) => ({ kind, title, docDate, filedOn })),
      moves: moves.map(({ kind, at, toHolder }) => ({ kind, at, toHolder })),
      dispatch: letter
        ? {
            ...{ letterNo: letter.letterNo, carrier: letter.carrier, trackingNo: letter.trackingNo, recipientUnit: letter.recipientUnit },
            ...{ sentOn: letter.sentOn, receiptOn: letter.receiptOn, state: letter.state },
          }
        : null,
    },
  ]
})
