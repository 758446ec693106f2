/** After enrolment these change only through an information change or a status change. */
export const LOCKED_FIELDS = [
  'studentNo',
  'name',
  'genderCode',
  'idType',
  'idNo',
  'birthDate',
  'ethnicityCode',
  'ksh',
  'gradeMajorId',
  'majorId',
  'grade',
  'departmentId',
  'level',
  'duration',
  'enrolDate',
] as const

/** Locked fields that may be wrong; what else is locked changes with the student's standing. */
export const CORRECTED_FIELDS = ['name', 'genderCode', 'idType', 'idNo', 'birthDate', 'ethnicityCode', 'ksh', 'enrolDate'] as const

/** Required once enrolled; may be missing before. */
export const BINDING_FIELDS = [
  'studentNo',
  'ethnicityCode',
  'nationalityCode',
  'sourceCanton',
  'studyForm',
  'category',
  'enrolMode',
  'enrolDate',
  'expectedGraduation',
  'phone',
  'emergencyName',
  'emergencyPhone',
] as const

/** Twenty fields, five per cent each. The generated column `completeness` counts the same fields; a test compares them. */
export const COMPLETENESS_FIELDS = [
  'idNo',
  'birthDate',
  'ethnicityCode',
  'politicalCode',
  'nationalityCode',
  'nativeCanton',
  'sourceCanton',
  'ksh',
  'classId',
  'studyForm',
  'category',
  'enrolMode',
  'enrolDate',
  'expectedGraduation',
  'phone',
  'homeCanton',
  'homeAddress',
  'hukouAddress',
  'emergencyName',
  'emergencyPhone',
] as const

/** Fields students maintain themselves. */
export const OWN_FIELDS = ['phone', 'email', 'homeCanton', 'homeAddress', 'postcode', 'hukouAddress', 'hukouMoved', 'emergencyName', 'emergencyPhone'] as const

/** Fields available for batch update. */
export const BATCH_FIELDS = ['politicalCode', 'studyForm', 'category', 'enrolMode', 'expectedGraduation', 'nationalityCode', 'postcode', 'classId'] as const

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''
/** Counted fields a record lacks, in the order of the form. */
export const missingFields = (row: Readonly<Record<string, unknown>>): string[] => COMPLETENESS_FIELDS.filter(name => isEmpty(row[name]))
/** 0 to 100. */
export const completenessOf = (row: Readonly<Record<string, unknown>>): number =>
  Math.round(((COMPLETENESS_FIELDS.length - missingFields(row).length) * 100) / COMPLETENESS_FIELDS.length)
