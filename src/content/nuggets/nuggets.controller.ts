import { Controller } from '@nestjs/common';
import { routes } from '#libs/contracts/routes';
import { kindController } from '../kind-controller.js';
import { Nuggets } from './nuggets.js';

@Controller()
export class NuggetsController extends kindController(Nuggets, routes.nuggets) {}
