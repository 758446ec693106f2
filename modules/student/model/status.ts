import { states } from '#model'
/** Student status. Program logic depends on the values, so they are fixed. */
export const studentStates = states({
  preEnrolled: { label: '待报到', tone: 'waiting' },
  reserved: { label: '保留入学资格', tone: 'waiting' },
  active: { label: '在读', tone: 'done' },
  suspended: { label: '休学', tone: 'attention' },
  retained: { label: '保留学籍', tone: 'going' },
  graduated: { label: '毕业', tone: 'over' },
  completed: { label: '结业', tone: 'over' },
  incomplete: { label: '肄业', tone: 'over' },
  withdrawn: { label: '退学', tone: 'over' },
  transferredOut: { label: '转出', tone: 'over' },
  expelled: { label: '开除学籍', tone: 'over' },
  cancelled: { label: '取消学籍', tone: 'over' },
  notReported: { label: '未报到', tone: 'over' },
  deceased: { label: '死亡', tone: 'over' },
})
export const STUDENT_STATUS = studentStates.labels
export type StudentStatus = keyof typeof STUDENT_STATUS

/** On the roll 在籍. */
export const WITH_RECORD: readonly StudentStatus[] = ['active', 'suspended', 'retained']
/** Admitted but not enrolled: the record is freely editable. */
export const BEFORE_ENROLMENT: readonly StudentStatus[] = ['preEnrolled', 'reserved']
/** Ended for any reason. */
export const ENDED: readonly StudentStatus[] = ['graduated', 'completed', 'incomplete', 'withdrawn', 'transferredOut', 'expelled', 'cancelled', 'notReported', 'deceased']

/** Present at the school, including new students who have arrived. */
export const PRESENT: readonly StudentStatus[] = ['active', 'preEnrolled']

export const hasRecord = (status: string): boolean => (WITH_RECORD as readonly string[]).includes(status)
export const isPresent = (status: string): boolean => (PRESENT as readonly string[]).includes(status)
/** Actually studying at the school 在校. */
export const isAtSchool = (status: string): boolean => status === 'active'
export const isEnded = (status: string): boolean => (ENDED as readonly string[]).includes(status)
export const isBeforeEnrolment = (status: string): boolean => (BEFORE_ENROLMENT as readonly string[]).includes(status)
