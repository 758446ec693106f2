import { definePart } from '#model'
import { closeRooms, generateRooms, lockBeds, setRoomHead, setupActions } from './model/actions.ts'
import { curfewProfile, tonightHours } from './model/curfew.ts'
import { mapActions } from './model/map.ts'
import { dormBed, dormBuilding, dormFloor, dormRoom } from './model/places.ts'
import { wireActions } from './model/wire.ts'

/** The map of buildings, floors, rooms and beds, and the curfew hours. */
export default definePart({
  code: 'places',
  entities: [curfewProfile, dormBuilding, dormFloor, dormRoom, dormBed],
  actions: [...setupActions, ...mapActions, ...wireActions, tonightHours],
  menus: [
    { title: '房态图', path: '/dormitory/map', component: 'dormitory/MapPage', icon: 'layout-grid', of: ['dormitory:dormRoom:list'], service: { category: 'life' } },
    {
      title: '基础设置',
      icon: 'building-2',
      children: [
        { title: '楼栋', path: '/dormitory/buildings', component: 'dormitory/BuildingPage', icon: 'building-2', of: [dormBuilding, generateRooms] },
        { title: '楼层', path: '/dormitory/floors', component: 'dormitory/FloorPage', icon: 'layers', of: [dormFloor] },
        { title: '房间', path: '/dormitory/rooms', component: 'dormitory/RoomPage', icon: 'door-open', of: [dormRoom, closeRooms, setRoomHead] },
        { title: '床位', path: '/dormitory/beds', component: 'dormitory/BedPage', icon: 'bed-double', of: [dormBed, lockBeds] },
        { title: '归寝时间', path: '/dormitory/curfews', component: 'dormitory/CurfewPage', icon: 'clock', of: [curfewProfile] },
      ],
    },
  ],
  grants: {
    officer: ['dormitory:dormBuilding:*', 'dormitory:dormFloor:*', 'dormitory:dormRoom:*', 'dormitory:dormBed:*', 'dormitory:curfewProfile:*'],
    dormManager: [
      'dormitory:dormBuilding:list',
      'dormitory:dormBuilding:export',
      'dormitory:dormBuilding:generate',
      'dormitory:dormFloor:*',
      'dormitory:dormRoom:*',
      'dormitory:dormBed:*',
      'dormitory:curfewProfile:list',
    ],
  },
})
