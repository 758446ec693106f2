import { defineModule } from '#model'
import { CONFIGURE, collectKey, deviceActions, openPairing, pairScreen, revokeScreens, screenDevice, wallStanding } from './model/device.ts'
import { layoutActions, readLayout, screenLayout } from './model/layout.ts'
import { lobby } from './model/lobby.ts'
import { SCREEN_MESSAGES } from './model/messages.ts'
import { playlist } from './model/playlist.ts'
import { snapshotHours } from './model/snapshots.ts'

export default defineModule({
  code: 'screen',
  name: '大屏',
  needs: ['system', 'campus', 'message'],
  entities: [playlist, screenDevice, screenLayout],
  actions: [...deviceActions, lobby, snapshotHours, ...layoutActions],
  ports: {
    screenStanding: wallStanding,
    screenRead: 'wall/read',
    screenStream: 'wall/stream',
    screenSample: 'wall/sample',
    openScreenPairing: openPairing,
    collectScreenKey: collectKey,
    devicesPage: '/screen/devices',
  },
  menus: [
    {
      title: '大屏管理',
      icon: 'monitor-play',
      domain: 'data',
      children: [
        { title: '大屏设备', path: '/screen/devices', component: 'screen/DevicePage', icon: 'monitor', of: [screenDevice, pairScreen, revokeScreens] },
        { title: '播放列表', path: '/screen/playlists', component: 'screen/PlaylistPage', icon: 'list-video', of: [playlist] },
        { title: '大屏布局', path: '/screen/layouts', component: 'screen/LayoutPage', icon: 'layout-grid', of: [readLayout] },
        { title: '整点回看', path: '/screen/history', component: 'screen/HistoryPage', icon: 'history', of: [snapshotHours] },
        { title: '大屏指标', path: '/screen/measures', component: 'screen/MeasurePage', icon: 'gauge', of: ['screen:screenDevice:list'] },
      ],
    },
  ],
  pages: [
    { path: '/datascreen', title: '大屏', component: 'screen/ScreensPage', access: 'open', frame: 'bare' },
    ...['/home', '/home/lofTV', '/lofTV'].map(path => ({ path, title: '大厅电视', component: 'screen/LobbyPage', access: 'open', frame: 'bare' }) as const),
    { path: '/datascreen/carouseltest', title: '轮播测试', component: 'screen/CarouselTestPage', access: 'open', frame: 'bare' },
    { path: '/datascreen/carousel', title: '大屏轮播', component: 'screen/CarouselPage', access: 'open', frame: 'bare' },
  ],
  messages: Object.values(SCREEN_MESSAGES),
  grants: {
    admin: ['screen:*'],
    officer: [
      ...['list', 'add', 'update', 'remove'].map(verb => `screen:playlist:${verb}`),
      'screen:screenDevice:list',
      'screen:screenDevice:update',
      'screen:screenDevice:pair',
      'screen:screenDevice:revoke',
      CONFIGURE,
    ],
  },
})
