import { useRead } from '#web/records/useRead.ts'
import { caseOf } from '../../model/case.ts'

/** A case as this reader may see it; read anew when the server says that todos have come or gone. */
export const useCase = (id: string) => useRead(caseOf, { id }, { follows: 'todo' })
