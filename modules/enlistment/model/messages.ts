import { messagesOf, template } from '#model'

export const ENLIST_MESSAGES = messagesOf(
  'enlistment',
  { stage: '进度', next: '下一步' },
  {
    stageChanged: template('参军进度', 'important', '参军进度：{stage}', '你的参军进度变为“{stage}”。{next}'),
    paperMissing: template('参军材料不全', 'todo', '参军材料还缺：{papers}', '你现在“{stage}”，还缺：{papers}。请尽快交给辅导员。', { papers: '材料' }),
    returnNear: template(
      '复学期限将到',
      'urgent',
      '{name} 最晚 {returnBy} 复学，还有 {days} 天',
      '{className} {name} 退役后最晚 {returnBy} 复学，还有 {days} 天。逾期的，学校可以取消学籍。',
      {
        name: '学生',
        className: '班级',
        returnBy: '最晚复学',
        days: '剩余天数',
      },
    ),
    letter: template(
      '学校的来信',
      'info',
      '给在伍的你',
      '{name}同学：学籍为你保留到 {until}。按现在的规定，学费补偿或者贷款代偿大约 {amount} 元，退役复学后还可以减免学费。学校等你回来。',
      {
        name: '学生',
        until: '学籍保留到',
        amount: '估算金额',
      },
    ),
  },
)
export const AID_MESSAGES = messagesOf(
  'enlistment',
  { kind: '资助', amount: '金额' },
  {
    reported: template('参军资助上报', 'info', '{kind} {amount} 元已上报', '你的{kind} {amount} 元已报上级资助管理部门。'),
    funded: template('参军资助拨款', 'info', '{kind} {amount} 元已拨款', '你的{kind} {amount} 元已拨到学校，学校将尽快办理。'),
    paid: template('参军资助发放', 'important', '{kind} {amount} 元已发放', '你的{kind} {amount} 元已经办结。'),
    tuitionAsked: template('核定学费', 'todo', '{name} 的{kind}缺 {years} 学年的学费', '{className} {name} 申请{kind}，{years} 学年没有学费台账，请核定。', {
      name: '学生',
      className: '班级',
      years: '学年',
    }),
    recoveryOpened: template('参军资助追缴', 'todo', '{name} 的{kind} {amount} 元待追缴', '{className} {name} {cause}，已发放的{kind} {amount} 元待追缴。', {
      name: '学生',
      className: '班级',
      cause: '原因',
    }),
  },
)
