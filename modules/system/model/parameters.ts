import type { Parameter } from '#model'

/** A system parameter with the help shown to administrators before they change it. */
export interface ParameterSpec extends Parameter {
  /** Legal minimum, with its source. */
  legalMin?: { value: number; source: string }
  /** Values below it need a second confirmation, in addition to `risky`. */
  riskyBelow?: number
  /** Readable by everyone signed in. */
  isPublic?: true
}
export interface ParameterGroup {
  code: string
  parameters: Readonly<Record<string, ParameterSpec>>
}
const group = (code: string, parameters: Record<string, ParameterSpec>): ParameterGroup => ({ code, parameters })
const NEXT_SIGN_IN = '下次登录时生效'

/** Parameter groups of the platform itself; every other module declares its own group. */
export const PLATFORM_GROUPS: readonly ParameterGroup[] = [
  group('login', {
    captchaAfter: {
      label: '几次失败后要人机验证',
      initial: 3,
      min: 0,
      max: 20,
      unit: '次',
      help: '账号或地址连续失败达到这个次数后，浏览器要先完成计算才能登录，本人无须操作；0 表示每次都要',
    },
    maxFailures: {
      label: '几次失败后锁定',
      initial: 5,
      min: 0,
      max: 50,
      unit: '次',
      risky: '设为 0 会关闭锁定，密码可以被无限次猜测',
      riskyBelow: 1,
      help: '在统计时间内失败达到这个次数，密码登录锁定',
    },
    failMinutes: { label: '失败统计时间', initial: 15, min: 1, max: 1440, unit: '分钟' },
    lockMinutes: { label: '锁定时间', initial: 15, min: 1, max: 1440, unit: '分钟', help: '锁定期间输对密码也不能登录，管理员可以提前解锁' },
    ipPerMinute: { label: '同一地址每分钟登录次数', initial: 600, min: 10, max: 100000, unit: '次', help: '校园出口常是同一个地址，不要设得太小' },
    ipAccounts: {
      label: '同一地址失败账号数',
      initial: 50,
      min: 5,
      max: 5000,
      unit: '个',
      help: '统计时间内从同一地址登录失败、之后也没有登录成功的账号达到这个数，该地址暂停密码登录，防止用一个密码逐个试账号',
    },
    campusRanges: { label: '校园网地址段', initial: '', help: '用逗号隔开，例如 10.0.0.0/8；这些地址只要求人机验证，不会被限制' },
    siteUrl: {
      label: '平台网址',
      initial: '',
      help: '师生访问本平台的网址，例如 https://xg.example.edu.cn；多个用逗号隔开，其他系统登录后跳转回第一个，站外消息里的链接也以它开头',
    },
    redirectAllow: { label: '登录后允许跳转的地址', initial: '', help: '用逗号隔开的完整网址；其他地址一律回到首页' },
  }),
  group('wecom', { allowExternal: { label: '允许企业微信外部联系人绑定账号', initial: false } }),
  group('password', {
    minLevel: {
      label: '密码最低强度',
      initial: 1,
      min: 0,
      max: 2,
      risky: '设为 0 会允许“123456”这样的密码',
      riskyBelow: 1,
      help: '0 弱，1 中，2 强；特权角色固定为 2',
      effect: '下次修改密码时生效',
    },
    history: { label: '不能与最近几次密码相同', initial: 5, min: 0, max: 24, unit: '次' },
    maxAgeDays: { label: '密码有效期', initial: 0, min: 0, max: 3650, unit: '天', help: '0 表示长期有效', effect: NEXT_SIGN_IN },
    privilegedMaxAgeDays: { label: '特权角色密码有效期', initial: 180, min: 0, max: 3650, unit: '天', help: '0 表示长期有效', effect: NEXT_SIGN_IN },
    initialRule: {
      label: '初始密码',
      initial: 'random',
      choices: { random: '随机', idTail: '身份证件号后 6 位' },
      risky: '身份证件号后 6 位容易被熟人猜到，只在首次登录必须改密时使用',
      help: '随机密码只能逐个重置后告知本人；身份证件号后 6 位可以批量发放',
    },
  }),
  group('session', {
    maxPerUser: { label: '每人同时登录数', initial: 5, min: 1, max: 50, unit: '个', help: '超过时最早的会话结束' },
    refreshHours: { label: '电脑端免登录时间', initial: 12, min: 1, max: 720, unit: '小时', effect: NEXT_SIGN_IN },
    mobileRefreshHours: { label: '手机端免登录时间', initial: 720, min: 1, max: 2160, unit: '小时', effect: NEXT_SIGN_IN },
    signMode: { label: '请求签名', initial: 'log', choices: { off: '不检查', log: '只记录', enforce: '不符即拒绝' } },
  }),
  group('sms', {
    resendSeconds: { label: '同一号码发送间隔', initial: 60, min: 30, max: 3600, unit: '秒' },
    perHour: { label: '同一号码每小时条数', initial: 5, min: 1, max: 100, unit: '条' },
    perDay: { label: '同一号码每天条数', initial: 10, min: 1, max: 200, unit: '条' },
    addressPerDay: {
      label: '同一地址每天条数',
      initial: 300,
      min: 10,
      max: 100000,
      unit: '条',
      help: '登录参数中的校园网地址段不受此限',
    },
    schoolPerDay: {
      label: '全校每天验证码条数',
      initial: 20000,
      min: 100,
      max: 1000000,
      unit: '条',
      help: '防止有人恶意消耗短信；到达后当天不再发送验证码',
    },
  }),
  group('file', {
    maxMb: { label: '单个文件大小', initial: 50, min: 1, max: 500, unit: 'MB' },
    mbPerDay: { label: '每人每天上传', initial: 1024, min: 50, max: 1_000_000, unit: 'MB', help: '24 小时内一个账号上传的文件总共不超过这么多' },
  }),
  group('import', { maxRows: { label: '一次导入行数', initial: 100000, min: 1000, max: 500000, unit: '行' } }),
  group('export', {
    syncRows: { label: '直接下载的行数', initial: 5000, min: 100, max: 50000, unit: '行', help: '超过后在后台生成，完成后下载' },
    keepDays: { label: '导出文件保留', initial: 7, min: 1, max: 30, unit: '天' },
  }),
  group('print', { checkAddress: { label: '核验网址', initial: '', help: '印在文件二维码里的网址，例如 https://xg.example.edu.cn；不填时用打印时访问的网址' } }),
  group('privacy', {
    minCell: {
      label: '统计最小人数',
      initial: 5,
      min: 2,
      max: 50,
      unit: '人',
      isPublic: true,
      risky: '人数太少的统计格会暴露个人',
      riskyBelow: 5,
      help: '涉及敏感信息的统计，少于这个人数显示“<5”',
    },
    noticeVersion: { label: '隐私政策版本', initial: '', isPublic: true, help: '填写新版本后，所有人下次登录时要重新同意；空着不询问', effect: NEXT_SIGN_IN },
  }),
  group('security', {
    threeAdmins: { label: '三员分立', initial: false, help: '开启后，系统管理、安全管理（角色与权限）、审计三类功能不能由同一人担任' },
  }),
  group('notice', {
    approval: { label: '通知发布前审核', initial: false, help: '开启后，学院和班级的通知由学工处审核后发布' },
  }),
  group('audit', {
    keepDays: {
      label: '日志保留',
      initial: 1095,
      min: 0,
      max: 36500,
      unit: '天',
      risky: '少于 365 天时，一学年内的操作可能查不到',
      riskyBelow: 365,
      legalMin: { value: 180, source: '《网络安全法》第二十一条' },
    },
    readsPerHour: { label: '每小时查看敏感信息提醒数', initial: 200, min: 1, max: 100000, unit: '次' },
    lookupsPerHour: {
      label: '每人每小时按个人信息查找次数',
      initial: 20,
      min: 1,
      max: 1000,
      unit: '次',
      help: '没有查看完整信息权限的人按证件号、手机号或邮箱查找的上限，防止逐个试出被遮住的号码；每次查找都记入审计日志',
    },
    showReaders: { label: '本人能看到谁查看过', initial: 'office', choices: { off: '不显示', office: '只显示部门', name: '显示姓名' } },
  }),
  group('account', {
    graceDays: { label: '离校后保留角色', initial: 90, min: 0, max: 730, unit: '天', help: '学生毕业、退学或教职工离职后，到期停用账号' },
  }),
  group('shell', {
    errorEntries: { label: '用户菜单中的 404、401 入口', initial: 'everyone', choices: { everyone: '所有人', admin: '系统管理员' }, isPublic: true },
    frameHosts: { label: '允许内嵌的网站', initial: '', isPublic: true, help: '用逗号隔开的域名；其他网站不能内嵌打开' },
    screenKey: { label: '大屏须授权码', initial: true, risky: '关闭后，标为公开的大屏数据不登录就能看到' },
  }),
  group('system', {
    schoolPrefix: { label: '标准字典的学校前缀', initial: 'X-', help: '国家标准的字典只能增加以它开头的键，以免与标准以后的代码重复' },
  }),
  group('fdy', {
    ratio: {
      label: '师生比上限',
      initial: 200,
      min: 1,
      max: 2000,
      unit: '人',
      isPublic: true,
      help: '每名专职辅导员带的学生数，教育部令第 43 号规定不低于 1:200；超出的只提示，不限制',
    },
  }),
  group('ai', {
    isEnabled: { label: '启用 AI', initial: false },
    name: { label: '助手名称', initial: '小青' }, // verbatim
    greeting: { label: '欢迎语', initial: '你好，有什么可以帮你' }, // verbatim
    icon: { label: '图标', initial: 'sparkles' },
    baseUrl: { label: '服务地址', initial: '', help: '兼容 OpenAI 协议的服务，例如 https://api.example.com/v1；校内地址要先由运维人员允许' },
    model: { label: '模型', initial: '' },
    apiKey: { label: '密钥', initial: null, secret: true, sentTo: ['baseUrl'] },
    temperature: { label: '随机程度', initial: 30, min: 0, max: 100, unit: '%', help: '越低回答越稳定' },
    maxTokens: { label: '回答长度上限', initial: 1024, min: 16, max: 32_768, unit: '词元' },
    timeout: { label: '等待时间', initial: 30, min: 1, max: 300, unit: '秒' },
    failures: { label: '暂停服务商', initial: 5, min: 1, max: 100, unit: '次', help: '一分钟内失败这么多次的服务商先不用，改用下一家' },
    warnPercent: { label: '配额提醒', initial: 80, min: 1, max: 100, unit: '%', help: '用到这个比例时提醒系统管理员' },
    summaryLeast: { label: '归纳最少回答', initial: 20, min: 5, max: 200, unit: '份', help: '问卷的一道题有这么多份文字才归纳' },
    testCases: { label: '测试题数', initial: 50, min: 1, max: 500, unit: '道', help: '换服务商、模型或提示词时先跑这么多道测试题' },
    testShare: { label: '引用正确率', initial: 85, min: 1, max: 100, unit: '%', help: '测试集的引用正确率低于它时，采用要写明理由' },
    keepDays: { label: '调用记录保留', initial: 365, min: 1, max: 3650, unit: '天', help: '记录里只有次数、词元和指纹，没有问答的文字' },
  }),
]
