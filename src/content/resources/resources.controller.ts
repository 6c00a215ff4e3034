import { Controller } from '@nestjs/common';
import { routes } from '#libs/contracts/routes';
import { kindController } from '../kind-controller.js';
import { Resources } from './resources.js';

@Controller()
export class ResourcesController extends kindController(Resources, routes.resources) {}
