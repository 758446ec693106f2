import type { Row } from '#model'
import type { chargeStandard } from './charge-standard.ts'

type Standard = Pick<
  Row<typeof chargeStandard>,
  'gradeFrom' | 'gradeTo' | 'campusId' | 'departmentId' | 'majorId' | 'educationLevel' | 'studentCategory' | 'buildingId' | 'roomType'
>
const SINGLE = ['campusId', 'departmentId', 'majorId', 'educationLevel', 'studentCategory', 'buildingId', 'roomType'] as const
const hasGrade = ({ gradeFrom, gradeTo }: Standard): boolean => gradeFrom !== null || gradeTo !== null
/** How many dimensions a standard names; a span of entry years is one. */
export const dimensionsOf = (of: Standard): number => SINGLE.filter(key => of[key] !== null).length + Number(hasGrade(of))
const meetsGrade = (a: Standard, b: Standard): boolean => (a.gradeFrom ?? 0) <= (b.gradeTo ?? 9999) && (b.gradeFrom ?? 0) <= (a.gradeTo ?? 9999)
/** 40-F1: whether two standards of one item and year may both be the best for somebody. */
export const mayTie = (a: Standard, b: Standard): boolean =>
  dimensionsOf(a) === dimensionsOf(b) && meetsGrade(a, b) && SINGLE.every(key => a[key] === null || b[key] === null || a[key] === b[key])
