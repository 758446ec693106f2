import { messagesOf, template } from '#model'

export const MEMBER_MESSAGES = messagesOf(
  'society',
  { society: '社团' },
  {
    asked: template('申请加入社团', 'todo', '{name}申请加入{society}', '{className} {name} 申请加入“{society}”，请在 {by} 前答复。', {
      name: '学生',
      className: '班级',
      by: '答复期限',
    }),
    overdue: template('入社申请待答复', 'important', '{name}加入{society}的申请还没有答复', '{className} {name} 加入“{society}”的申请还没有答复，期限 {by}。', {
      name: '学生',
      className: '班级',
      by: '答复期限',
    }),
    joined: template('加入社团', 'info', '你已加入{society}', '你已加入“{society}”。'),
    merged: template('社团合并', 'important', '{from}已并入{society}', '“{from}”已并入“{society}”，你现在是“{society}”的成员。不想加入的，可以在“我的社团”里退出。', {
      from: '并入的社团',
    }),
    declined: template('入社未通过', 'important', '加入{society}的申请没有通过', '你加入“{society}”的申请没有通过：{why}', { why: '原因' }),
    removalAsked: template('拟移出社团', 'important', '{society}提出把你移出', '“{society}”提出把你移出，原因：{why}。{until} 前你可以申辩。', { why: '原因', until: '申辩截止' }),
    removed: template('移出社团', 'important', '你已被移出{society}', '你已被移出“{society}”，原因：{why}。', { why: '原因' }),
  },
)
export const SOCIETY_MESSAGES = messagesOf(
  'society',
  { society: '社团' },
  {
    suspended: template('社团暂停', 'important', '{society}已暂停', '“{society}”已暂停，原因：{why}。暂停期间不能招新，也不能支出。', { why: '原因' }),
    liquidating: template('社团清算', 'important', '{society}进入清算', '“{society}”的注销已批准，进入清算，原因：{why}。请把经费、活动、物品和档案逐项清了。', { why: '原因' }),
    rectifying: template('社团整改', 'important', '{society}年审不合格，须整改', '“{society}”年审不合格，整改到 {until}。整改期间只能办整改计划里的活动。', { until: '整改到' }),
    resumed: template('社团恢复', 'info', '{society}已恢复', '“{society}”已恢复。'),
  },
)
export const FUND_MESSAGES = messagesOf(
  'society',
  { society: '社团', about: '事由', amount: '金额' },
  {
    fundAsked: template('经费单待同意', 'todo', '{society}有一笔经费等你同意：{about}', '“{society}”的{kind}“{about}”，{amount} 元，等你同意。', { kind: '类别' }),
    fundReturned: template('经费单退回', 'important', '{society}的经费单被退回：{about}', '“{society}”的“{about}”（{amount} 元）被退回：{why}', { why: '原因' }),
  },
)
export const FOUNDING_MESSAGES = messagesOf(
  'society',
  { society: '社团' },
  {
    founded: template('社团成立', 'important', '{society}成立了', '“{society}”公示无异议，已经成立，进入试运行。'),
    notFounded: template('社团没有成立', 'important', '{society}没有成立', '“{society}”公示后没有成立：有异议成立，或名称已被使用。'),
    lapsed: template('征集到期', 'important', '{society}的发起人征集已到期', '“{society}”的发起人征集已到期，还没有提交审批。可以重新发起。'),
  },
)
export const CHANGE_MESSAGES = messagesOf(
  'society',
  { society: '社团' },
  { askedToLead: template('请担任负责人', 'todo', '请你担任{society}的负责人', '“{society}”请你接任负责人，请在“我的社团”里答复。') },
)
export const DISSOLUTION_MESSAGES = messagesOf(
  'society',
  { society: '社团' },
  {
    voteCalled: template('社团注销表决', 'important', '{society}要不要注销，请表决', '“{society}”的负责人发起注销表决，原因：{why}。请在 {until} 前投票，表决是无记名的。', {
      why: '原因',
      until: '表决截止',
    }),
  },
)
