import { messagesOf, template } from '#model'

export const CAMPUS_MESSAGES = messagesOf(
  'campus',
  {},
  {
    handedOver: template('带班交出', 'info', '{classes} 个班已交给{teacher}', '{names}从 {date} 起由{teacher}带，{open} 件待办一并转交。', {
      classes: '班级数',
      names: '班级',
      teacher: '接手人',
      date: '日期',
      open: '待办数',
    }),
    takenOver: template('带班接手', 'important', '{teacher}把 {classes} 个班交给你', '{names}从 {date} 起由你带，共 {students} 名学生，{open} 件待办转到你名下。', {
      classes: '班级数',
      names: '班级',
      teacher: '交出人',
      date: '日期',
      students: '学生数',
      open: '待办数',
    }),
    newStaff: template(
      '班级换了辅导员或班主任',
      'info',
      '{role}：{teacher}',
      '{className}从 {date} 起的{role}是{teacher}，电话 {phone}。',
      { className: '班级', role: '职责', teacher: '姓名', date: '日期', phone: '电话' },
      { sensitivity: { phone: 'S1' } },
    ),
  },
)
