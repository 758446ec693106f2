import { messagesOf, template } from '#model'

export const PHOTO_MESSAGES = messagesOf(
  'photo',
  { kind: '照片种类' },
  {
    submitted: template('照片待审核', 'todo', '{name} 上传了{kind}，请审核', '{className} {name} 上传了{kind}。', { name: '学生', className: '班级' }),
    accepted: template('照片已通过', 'info', '你的{kind}已通过', '你的{kind}已通过审核，从现在起使用。'),
    refused: template('照片未通过', 'important', '你的{kind}没有通过', '没有通过的原因：{reason}。请重新上传。', { reason: '原因' }),
    batchDone: template('照片批次完成', 'info', '“{batch}”已处理完', '{kind}：匹配 {matched} 张，未匹配 {unmatched} 张，重复 {duplicate} 张，格式不合 {badFormat} 张。', {
      batch: '批次',
      matched: '已匹配',
      unmatched: '未匹配',
      duplicate: '重复文件',
      badFormat: '格式不合',
    }),
  },
)
