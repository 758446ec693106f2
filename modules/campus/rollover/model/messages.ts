import { messagesOf, template } from '#model'

export const ROLLOVER_MESSAGES = messagesOf(
  'campus',
  { fromXn: '原学年', toXn: '新学年' },
  {
    rolledOver: template(
      '学年结转完成',
      'important',
      '{toXn} 学年结转完成',
      '从 {fromXn} 到 {toXn} 学年的结转已完成：执行 {done} 项，有变动未执行 {changed} 项，跳过 {skipped} 项。',
      { done: '执行项数', changed: '未执行项数', skipped: '跳过项数' },
    ),
    rolloverStopped: template('学年结转未完成', 'urgent', '{toXn} 学年结转没有完成', '从 {fromXn} 到 {toXn} 学年的结转停下了：{reason}', { reason: '原因' }),
    rolloverUndone: template('学年结转已撤销', 'important', '{toXn} 学年结转已撤销', '撤销 {undone} 项；{kept} 项结转后又有变动，没有撤销。', {
      undone: '撤销项数',
      kept: '未撤销项数',
    }),
    rolloverExceptions: template('学年结转有例外', 'important', '{toXn} 学年结转：本院有 {count} 项例外', '结转前请处理：{names}。', { count: '例外数', names: '对象' }),
  },
)
