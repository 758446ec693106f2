import { extensionPoint, type Registration, solePoint } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'

/** Something a module offers students and asks `arrearsFor` about before it serves them. */
export interface StudentService extends Registration {
  kind: 'studentService'
  code: string
  label: string
  /** Hands out papers of graduation: nothing that is owed keeps them from a student, so a school cannot choose it (40-F16). */
  isGraduation?: boolean
}
export const studentServices = extensionPoint<StudentService>('studentService', { id: s => s.code })
/** Offers a service to be kept from students in arrears, if the school chooses so. */
export const studentService = (service: Omit<StudentService, 'kind'>): StudentService => studentServices.make(service)

/** What keeps a service from a student, or warns of it. */
export interface Arrears {
  /** Fen. */
  amount: number
  blocks: boolean
}
/** Answered by the module that knows what students owe. Students whom nothing is kept from are absent. */
export interface ArrearsSide {
  of(db: Db, service: string, studentIds: readonly string[]): Promise<ReadonlyMap<string, Arrears>>
}
export const arrearsSides = solePoint<ArrearsSide & { kind: 'arrears' }>('arrears')
/** 40-F16: arrears of these students that the school has chosen to warn of, or to block this service by. */
export const arrearsFor = async (db: Db, service: string, studentIds: readonly string[]): Promise<ReadonlyMap<string, Arrears>> =>
  (await arrearsSides.of(db)?.of(db, service, studentIds)) ?? new Map()
