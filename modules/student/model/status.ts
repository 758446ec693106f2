/** Student status. Program logic depends on the values, so they are fixed. */
export const STUDENT_STATUS = {
  preEnrolled: '待报到',
  reserved: '保留入学资格',
  active: '在读',
  suspended: '休学',
  retained: '保留学籍',
  graduated: '毕业',
  completed: '结业',
  incomplete: '肄业',
  withdrawn: '退学',
  transferredOut: '转出',
  expelled: '开除学籍',
  cancelled: '取消学籍',
  notReported: '未报到',
  deceased: '死亡',
} as const
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
