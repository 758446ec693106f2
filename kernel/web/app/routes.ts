import { matchPath } from 'react-router'
import type { PageRoute } from '#model/module.ts'

/** No module has built it: the page says so, with its address. */
const NOBODY = ''
const open = (path: string, title: string): PageRoute => ({ path, title, component: NOBODY, access: 'open', frame: 'bare' })
const shell = (path: string, title: string): PageRoute => ({ path, title, component: NOBODY, access: 'signedIn', frame: 'shell' })
const WALLS = ['zhcpdatascreenone', 'zhcpdatascreentwo', 'zhcpdatascreenthree', 'dormBigScreen', 'leavedatascreenone', 'dormInspect', 'welcome', 'carousel', 'carouseltest']

/** The customer's fixed addresses. A page that a module declares takes the place of its line. */
export const FIXED: readonly PageRoute[] = [
  open('/registerschool', '软件注册'),
  open('/loginbyoauth2', '登录'),
  open('/loginbyjwt', '登录'),
  open('/loginbywechatenterprise', '企业微信登录'),
  open('/bindingusertoautologin', '绑定账号'),
  open('/oauth/callback/:source', '登录'),
  open('/fktjwj', '问卷'),
  open('/welcome/loginbywechatenterprise', '企业微信登录'),
  ...['/home', '/home/lofTV', '/lofTV', ...WALLS.map(name => `/datascreen/${name}`)].map(path => open(path, '大屏')),
  shell('/index', '工作台'),
  shell('/servicecenter', '办事大厅'),
  shell('/personalcenter', '个人中心'),
  shell('/desktopset', '桌面设置'),
  shell('/personal/mymessage', '我的消息'),
  shell('/personal/usertodo', '我的待办'),
  shell('/personal/mynotice', '我的公告'),
  shell('/personal/myfilelink', '我的文件'),
  shell('/personal/mylesson', '我的课表'),
  shell('/personal/userapps', '我的应用'),
  shell('/personal/userschedule', '我的日程'),
  shell('/personal/usermoreapplys', '我的申请'),
]
/** An address the customer sends elsewhere. */
export const REDIRECTS: Readonly<Record<string, string>> = { '/personal': '/personal/mymessage' }

export const normalPath = (pathname: string): string => (pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname)

/** The declared pages, then the fixed addresses that none of them takes. */
export const withFixed = (pages: readonly PageRoute[]): readonly PageRoute[] => [...pages, ...FIXED.filter(fixed => !pages.some(page => page.path === fixed.path))]

/** What lies at an address; plain paths win over those with parameters. */
export function routeAt<R extends { path: string }>(routes: readonly R[], pathname: string): R | undefined {
  const path = normalPath(pathname)
  return routes.find(route => route.path === path) ?? routes.find(route => route.path.includes(':') && matchPath(route.path, path))
}
/** Whether an address is made for a wall: it is drawn on the scaled canvas. */
export const isBigScreen = (path: string): boolean => /^\/(home(\/lofTV)?|lofTV|datascreen(\/[^/]+)?)$/.test(path)
