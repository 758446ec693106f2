import { messagesOf, template } from '#model'

const common = { scheme: '考核方案', item: '考核项目', points: '分值', day: '日期', reason: '原因' } as const
export const POINT_MESSAGES = messagesOf('totalScore', common, {
  added: template('积分增加', 'info', '{scheme}加 {points} 分', '{day} “{item}”加 {points} 分，已记入积分台账。{reason}', {}),
  deducted: template('积分扣除', 'important', '{scheme}扣 {points} 分', '{day} “{item}”扣 {points} 分。原因：{reason}。', {}),
  reversed: template('积分冲销', 'important', '“{item}”的积分已冲销', '{day} “{item}”的 {points} 分已冲销。原因：{reason}', {}),
})

const objection = { item: '考核项目', points: '分值', day: '日期' } as const
export const OBJECTION_MESSAGES = messagesOf('totalScore', objection, {
  objected: template('积分异议', 'todo', '{name}对“{item}”扣 {points} 分有异议', '{className} {name}对 {day} “{item}”扣 {points} 分有异议：{grounds}', {
    name: '学生',
    className: '班级',
    grounds: '理由',
  }),
  answered: template('积分异议答复', 'important', '“{item}”的异议：{outcome}', '{day} “{item}”扣 {points} 分的异议：{outcome}。{answer}', {
    outcome: '结论',
    answer: '答复',
    name: '学生',
    className: '班级',
  }),
})
const crossing = { scheme: '考核方案', comparison: '条件', value: '预警线', balance: '现在的积分或学分' } as const
export const WARNING_MESSAGES = messagesOf('totalScore', crossing, {
  crossed: template('积分预警', 'important', '{scheme}{comparison} {value}', '你的{scheme}现在是 {balance}，{comparison} {value}。', {}),
  crossedOf: template('学生积分预警', 'important', '{name}的{scheme}{comparison} {value}', '{className} {name}的{scheme}现在是 {balance}，{comparison} {value}。', {
    name: '学生',
    className: '班级',
  }),
  talk: template('谈话任务', 'todo', '请和{name}谈话：{scheme}{comparison} {value}', '{className} {name}的{scheme}现在是 {balance}，{comparison} {value}，请谈话并登记。', {
    name: '学生',
    className: '班级',
  }),
})
