import { messagesOf, template } from '#model'

const about = { bed: '床位' }

/** The flow notifies the applicant of decisions; these messages go to the swap partner, and cover execution and end. */
export const CHANGE_MESSAGES = {
  ...messagesOf('dormitory', about, {
    swapAsked: template('换宿请求', 'todo', '{name}想和你换床位', '{name}想用 {bed} 换你现在的床位，{date} 起。请在 {until} 前确认或拒绝，拒绝不用说明原因。', {
      name: '申请人',
      date: '生效日期',
      until: '确认截止',
    }),
    swapDecided: template('换宿审批结果', 'important', '换宿{state}：{name}', '你与{name}的换宿{state}。', { name: '申请人', state: '结果' }),
    changeMoves: template('将要调宿', 'important', '{date} 调到 {bed}', '调宿已批准，{date} 起你的床位是 {bed}。请提前收拾好个人物品。', { date: '生效日期' }),
    changeHoldEnds: template('调宿占位将到期', 'important', '{name}的调宿占位 24 小时后失效', '{name}申请调到 {bed}，占位到 {until}，届时没有批准就失效，床位放出。', {
      name: '学生',
      until: '占位到',
    }),
    changeLapsed: template('调宿失效', 'important', '调宿已失效：{bed}', '{name}的调宿（{bed}）已失效：{reason}', { name: '学生', reason: '原因' }),
    changeDone: template('调宿完成', 'important', '现在住在 {bed}', '调宿已完成，你现在的床位是 {bed}。请到宿管处交还原床位的钥匙。'),
    changeDoneHere: template('楼里有人调宿', 'info', '{count} 名学生调宿', '{names} 已调宿，请核对钥匙和家具。', { count: '人数', names: '学生' }),
    changeStuck: template('调宿未能执行', 'urgent', '{name}的调宿今天没有执行', '{name}应于今天调到 {bed}，没有执行：{reason}', { name: '学生', reason: '原因' }),
    swapMatched: template('换宿意向相符', 'important', '有人愿意和你换床位', '{name}（{bed}）也愿意和你换，现在双方可以看到姓名。请到“换宿广场”提交换宿申请。', { name: '对方' }),
  }),
  ...messagesOf(
    'dormitory',
    {},
    {
      massMoveStuck: template('批量调宿未能执行', 'urgent', '“{name}”今天没有执行', '计划今天执行的批量调宿全部没有动，名单已退回你的名单：{reason}', {
        name: '名称',
        reason: '原因',
      }),
    },
  ),
}
