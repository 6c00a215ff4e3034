import { Controller } from '@nestjs/common';
import { routes } from '#libs/contracts/routes';
import { kindController } from '../kind-controller.js';
import { Sermons } from './sermons.js';

@Controller()
export class SermonsController extends kindController(Sermons, routes.sermons) {}
