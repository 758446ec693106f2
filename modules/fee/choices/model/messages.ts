import { messagesOf, template } from '#model'

export const CHOICE_MESSAGES = messagesOf(
  'fee',
  { offer: '自愿项目登记' },
  {
    chooseRemind: template('自愿项目登记提醒', 'info', '“{offer}”{endTime} 截止', '“{offer}”到 {endTime} 截止，要不要由你自己决定；不选就是不需要。', { endTime: '截止' }),
  },
)
