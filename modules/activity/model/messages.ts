import { messagesOf, template } from '#model'

export const ACTIVITY_MESSAGES = messagesOf(
  'activity',
  { activity: '活动', start: '开始' },
  {
    offered: template('活动候补名额', 'important', '“{activity}”有名额了', '“{activity}”（{start}）空出一个名额，请在 {until} 前到“我的活动”确认，过时给下一位。', {
      until: '确认截止',
    }),
    movedUp: template('活动候补转正', 'important', '“{activity}”轮到你了', '“{activity}”（{start}）有人取消，你已从候补转为录取。不能参加请及早取消。'),
    dropped: template('活动报名取消', 'important', '你在“{activity}”的报名已取消', '你在“{activity}”（{start}）的报名已取消：{why}', { why: '原因' }),
    absent: template('活动缺勤', 'important', '你没有参加“{activity}”', '“{activity}”（{start}）记为缺勤。有不符的请到“我的活动”申诉。'),
    objected: template('活动缺勤申诉', 'important', '{name}申诉“{activity}”的缺勤', '{name}对“{activity}”（{start}）记为缺勤有异议：{why}', { name: '学生', why: '理由' }),
    objectionDecided: template('活动缺勤申诉结果', 'important', '“{activity}”的缺勤申诉有结果', '你对“{activity}”（{start}）缺勤的申诉：{result}。{why}', {
      result: '结果',
      why: '答复',
    }),
    asked: template(
      '活动改时间地点',
      'important',
      '“{activity}”改了时间地点',
      '“{activity}”改为 {start}，地点：{place}。{why}请到“我的活动”说明是否参加；不能参加的可以取消，不受取消截止的限制。',
      {
        place: '地点',
        why: '原因',
      },
    ),
    rescheduled: template('未录取活动改时间地点', 'important', '“{activity}”改了时间地点', '你报名的“{activity}”改为 {start}，地点：{place}。{why}', {
      place: '地点',
      why: '原因',
    }),
    photoAsked: template(
      '活动照片请求删除',
      'important',
      '{name}请求删除“{activity}”的一张照片',
      '{name}请求删除“{activity}”（{start}）的一张照片：{why}照片已隐藏，请在 {until} 前答复；到期没有答复的自动删除。',
      {
        name: '学生',
        why: '理由',
        until: '答复期限',
      },
    ),
    photoAnswered: template('活动照片请求结果', 'important', '你请求删除“{activity}”的照片有答复了', '你请求删除“{activity}”（{start}）的一张照片：{result}。{why}', {
      result: '结果',
      why: '答复',
    }),
    chosen: template('活动录取结果', 'important', '“{activity}”有录取结果了', '“{activity}”（{start}）由组织者选定，你的结果：{result}。', { result: '结果' }),
    drawn: template('活动抽签结果', 'important', '“{activity}”抽签有结果了', '“{activity}”（{start}）抽签结果：{result}。抽签记录谁都可以复核。', { result: '结果' }),
    calledOff: template('活动取消', 'important', '“{activity}”取消了', '“{activity}”（{start}）已取消：{why}', { why: '原因' }),
  },
)
