/** The parts of which names of exported files consist. */
export const NAME_PARTS = { xh: '学号', name: '姓名', idNo: '证件号', ksh: '考生号', code: '采集码', class: '班级' } as const
export type NamePart = keyof typeof NAME_PARTS
