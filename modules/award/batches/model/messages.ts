import { messagesOf, template } from '#model'

export const AWARD_MESSAGES = messagesOf(
  'award',
  { batch: '批次', item: '奖项' },
  {
    opened: template('评奖批次开始', 'important', '{batch}：你可以申报{item}', '按已有的数据，你符合{item}的条件。申报到 {until} 截止。', { until: '截止' }),
    unsubmitted: template('评奖申报未提交', 'important', '{item}：还没有提交申报', '{batch}：你符合{item}的条件，申报表还没有提交，{until} 截止。', { until: '截止' }),
    unknown: template('评奖数据不全', 'info', '{item}：学校还没有你的数据', '{batch}的{item}要看的数据里，你的这几项学校还没有：{what}。有疑问请在 {until} 前联系学院。', {
      what: '数据',
      until: '截止',
    }),
    proof: template('评奖缺证明材料', 'todo', '{item}：请补交证明材料', '{batch}的{item}凭突出表现申报，还没有证明材料。请在“我的评奖申报”里补交。'),
    nominated: template('拟推荐', 'important', '{item}：拟推荐', '{name}，你的{item}申报已由学院拟推荐，{batch}。', { name: '学生' }),
    refused: template('未入选', 'important', '{item}：没有入选', '{name}，{batch}的{item}没有入选：{reason}', { name: '学生', reason: '原因' }),
    reviewed: template('评奖待复核', 'todo', '{item}：{name}需要复核', '{batch}里{name}的{item}情况有变化：{reason}。请复核。', { name: '学生', reason: '原因' }),
    reopened: template('评奖申报重新打开', 'todo', '{item}：{name}的申报重新打开', '影响{name}在{batch}里申报{item}的处分已撤销或变更，请决定是否推荐。', { name: '学生' }),
    offered: template('名额递补', 'todo', '{item}：有名额可递补', '{batch}的{item}退回一个名额，下一名是{name}（排名 {rank}），请决定是否推荐。', { name: '学生', rank: '排名' }),
    unused: template('名额未用', 'todo', '{item}还有 {free} 个名额', '{batch}的{item}还有 {free} 个名额没有推荐，{by} 截止。', { free: '剩余', by: '截止' }),
    cleared: template('评奖公示结束', 'todo', '{batch}公示结束', '{batch}公示结束，{count} 人没有异议，请上报或授予。', { count: '人数' }),
    vote: template('评审投票', 'todo', '请为{item}投票', '{batch}的{item}有 {count} 份申报，请在手机上排出名次，或者弃权。', { count: '份数' }),
  },
)
