import { solePoint } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'

/** 30-EA5: whether an examination gives the fee back to whoever leaves after the seats were given. What gives the seats knows it. */
interface ExamRefund {
  kind: 'examRefund'
  givesBack(db: Db, batchId: string): Promise<boolean>
}
const refunds = solePoint<ExamRefund>('examRefund')
/** Declares it; a default export of a server file. */
export const examRefund = (run: ExamRefund['givesBack']): ExamRefund => refunds.make({ givesBack: run })
export const givesBack = async (db: Db, batchId: string): Promise<boolean> => (await refunds.of(db)?.givesBack(db, batchId)) ?? true
