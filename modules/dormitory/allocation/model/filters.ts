import { isObject } from '#model/objects.ts'
import { areIds } from './rules.ts'

/** Audience of a plan: eligible students without a bed from then on who match every non-empty list. */
export interface StudentFilter {
  grades: number[]
  departmentIds: string[]
  classIds: string[]
  genderCode: '1' | '2' | null
}
/** Beds of a plan: free, usable, and within the places named. */
export interface PoolFilter {
  campusIds: string[]
  dormIds: string[]
  floorIds: string[]
  /** Rooms granted by an earlier plan, restricted to those it granted them to. */
  fromPlanId: string | null
  /** A room assigned to a college on the map is for that college only. */
  ownCollege: boolean
}
export const ANYBODY: StudentFilter = { grades: [], departmentIds: [], classIds: [], genderCode: null }
export const NO_BEDS: PoolFilter = { campusIds: [], dormIds: [], floorIds: [], fromPlanId: null, ownCollege: false }

const MOST = { grades: 20, departments: 200, classes: 2000, campuses: 50, dorms: 500, floors: 3000 } as const
const has = (given: Record<string, unknown>, known: object): boolean => Object.keys(given).every(key => key in known)
const areGrades = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length <= MOST.grades && value.every(g => Number.isInteger(g) && (g as number) >= 1950 && (g as number) <= 2100)

/** `undefined` if invalid or empty: a filter never means the whole school. */
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
