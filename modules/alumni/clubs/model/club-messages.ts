import { messagesOf, template } from '#model'

export const CLUB_MESSAGES = messagesOf(
  'alumni',
  { club: '校友会' },
  {
    clubAsked: template('申请加入校友会', 'info', '{name}申请加入{club}', '{name} 申请加入“{club}”，请审核。', { name: '校友' }),
    clubJoined: template('加入校友会', 'info', '你已加入{club}', '“{club}”的负责人同意你加入。'),
    clubDeclined: template('入会未通过', 'info', '加入{club}的申请没有通过', '你加入“{club}”的申请没有通过：{why}', { why: '原因' }),
    clubMerged: template('校友会并入', 'important', '{club}已并入{into}', '“{club}”已并入“{into}”，你的会员身份转到“{into}”。', { into: '并入的校友会' }),
    clubDissolved: template('校友会撤销', 'important', '{club}已撤销', '“{club}”已撤销，原因：{why}', { why: '原因' }),
    clubPost: template('校友会任职', 'important', '你已任{club}的{post}', '你从 {from} 起任“{club}”的{post}。', { post: '职务', from: '开始' }),
  },
)
