import { areIds } from './rules.ts'

/** Whom a plan is for: of everybody who may live in and has no bed from then on, those whom every list that is not empty names. */
export interface StudentFilter {
  grades: number[]
  departmentIds: string[]
  classIds: string[]
  genderCode: '1' | '2' | null
}
/** Which beds it gives out: free, in order, and inside what is named. */
export interface PoolFilter {
  campusIds: string[]
  dormIds: string[]
  floorIds: string[]
  /** Rooms an earlier plan has granted; who may be placed in them is what it granted. */
  fromPlanId: string | null
  /** A room the map gives to a college is for that college only. */
  ownCollege: boolean
}
export const ANYBODY: StudentFilter = { grades: [], departmentIds: [], classIds: [], genderCode: null }
export const NO_BEDS: PoolFilter = { campusIds: [], dormIds: [], floorIds: [], fromPlanId: null, ownCollege: false }

const MOST = { grades: 20, departments: 200, classes: 2000, campuses: 50, dorms: 500, floors: 3000 } as const
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const has = (given: Record<string, unknown>, known: object): boolean => Object.keys(given).every(key => key in known)
const areGrades = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length <= MOST.grades && value.every(g => Number.isInteger(g) && (g as number) >= 1950 && (g as number) <= 2100)

/** `undefined` for what is no filter, or names nobody in particular: a whole school is never meant. */
export function parseStudentFilter(given: unknown): StudentFilter | undefined {
  if (!isObject(given) || !has(given, ANYBODY)) return undefined
  const { grades, departmentIds, classIds, genderCode } = { ...ANYBODY, ...given }
  if (!areGrades(grades) || !areIds(departmentIds, MOST.departments) || !areIds(classIds, MOST.classes)) return undefined
  if (genderCode !== null && genderCode !== '1' && genderCode !== '2') return undefined
  if (!grades.length && !departmentIds.length && !classIds.length) return undefined
  return { grades, departmentIds, classIds, genderCode }
}
export function parsePoolFilter(given: unknown): PoolFilter | undefined {
  if (!isObject(given) || !has(given, NO_BEDS)) return undefined
  const { campusIds, dormIds, floorIds, fromPlanId, ownCollege } = { ...NO_BEDS, ...given }
  if (!areIds(campusIds, MOST.campuses) || !areIds(dormIds, MOST.dorms) || !areIds(floorIds, MOST.floors) || typeof ownCollege !== 'boolean') return undefined
  if (fromPlanId !== null && !areIds([fromPlanId], 1)) return undefined
  if (!campusIds.length && !dormIds.length && !floorIds.length && fromPlanId === null) return undefined
  return { campusIds, dormIds, floorIds, fromPlanId, ownCollege }
}
