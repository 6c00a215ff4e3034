import { Controller } from '@nestjs/common';
import { routes } from '#libs/contracts/routes';
import { kindController } from '../kind-controller.js';
import { Studies } from './studies.js';

@Controller()
export class StudiesController extends kindController(Studies, routes.studies) {}
