/** Data scopes, with the labels offered to people. */
export const DATA_SCOPE_NAMES = {
  all: '全校',
  dept: '本部门及下级',
  deptOnly: '仅本部门',
  fdyClass: '所带班级（辅导员）',
  bzrClass: '所带班级（班主任）',
  building: '所管楼栋',
  unit: '本用工单位',
  assigned: '分配给自己的',
  self: '仅本人',
  custom: '指定范围',
} as const

/** A built-in role. Schools may edit and reset but not delete it. */
export interface BuiltInRole {
  code: string
  name: string
  dataScope: keyof typeof DATA_SCOPE_NAMES
  /** Stricter password rules and shorter expiry. */
  privileged: boolean
  /** Requires a second factor at sign-in. */
  mfaRequired: boolean
  /** May be granted by college managers within their department. */
  delegable: boolean
  sort: number
}

const role = (code: string, name: string, dataScope: BuiltInRole['dataScope'], marks: Partial<BuiltInRole> = {}): BuiltInRole => ({
  code,
  name,
  dataScope,
  privileged: false,
  mfaRequired: false,
  delegable: false,
  sort: 0,
  ...marks,
})

/** Built-in roles, in display order. `fdy` and `bzr` derive from class-staff relations and are never granted by hand. */
export const BUILT_IN_ROLES: readonly BuiltInRole[] = [
  role('admin', '系统管理员', 'all', { privileged: true, mfaRequired: true }),
  role('officer', '学工处', 'all', { privileged: true }),
  role('college', '二级学院管理员', 'dept', { delegable: true }),
  role('fdy', '辅导员', 'fdyClass'),
  role('bzr', '班主任', 'bzrClass'),
  role('teacher', '教师', 'assigned', { delegable: true }),
  role('student', '学生', 'self'),
  role('dormManager', '宿管员', 'building'),
  role('repairer', '维修工', 'assigned'),
  role('finance', '财务处', 'all', { privileged: true, mfaRequired: true }),
  role('psychologist', '心理中心', 'all', { privileged: true, mfaRequired: true }),
  role('employer', '用工单位', 'unit'),
  role('admissions', '招生办', 'all', { privileged: true }),
  role('league', '团委', 'all'),
  role('newStudent', '新生', 'self'),
  role('applicant', '考生', 'self'),
  role('alumnus', '校友', 'self'),
  role('secAdmin', '安全管理员', 'all', { privileged: true, mfaRequired: true }),
  role('auditAdmin', '审计管理员', 'all', { privileged: true, mfaRequired: true }),
].map((r, i) => ({ ...r, sort: (i + 1) * 10 }))

/** Platform administrator; only in tenant 000000. */
export const PLATFORM_ROLE: BuiltInRole = role('platform', '平台运维', 'all', { privileged: true, mfaRequired: true, sort: 10 })

/** Roles derived from class-staff relations (10-U3); granting them by hand is refused. */
export const DERIVED_ROLES = ['fdy', 'bzr'] as const
